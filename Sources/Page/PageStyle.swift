// The look of the page: light and dark, from 320 px on, and on paper.

enum PageStyle {
    /// SHA-256 of `text` in base64, for the policy: a test recomputes it.
    static let hash = "fUJmbNkQMp/bxPMN3AvV2CGJZGmZ8LAHD1d4YCPxQ9E="

    /// Colours of bars; other statuses have one more.
    static let statusColours = 8

    static let text = """
        :root{--ink:#1c1e21;--soft:#555b63;--rule:#d5d8dc;--paper:#fff;--link:#0b57a4;\
        --on:#2f6fb3;--bad:#9c1c1c;--badpaper:#fdecec}
        @media(prefers-color-scheme:dark){:root{--ink:#e6e8eb;--soft:#a5acb5;--rule:#3a3f46;--paper:#15171a;\
        --link:#8ab8f0;--on:#6fa8e6;--bad:#ffb1a8;--badpaper:#3a1d1c}}
        *{box-sizing:border-box}
        body{margin:0 auto;padding:1rem;max-width:76rem;font:1rem/1.5 system-ui,sans-serif;color:var(--ink);\
        background:var(--paper);overflow-wrap:anywhere}
        h1{font-size:1.6rem;line-height:1.2;margin:.5rem 0 0}
        h2{font-size:1.3rem;line-height:1.2;margin:0}
        h3{font-size:1.05rem;margin:1.25rem 0 .25rem}
        p,ul,ol,dl{margin:.25rem 0}
        a{color:var(--link)}
        a:focus-visible,summary:focus-visible,.scroll:focus-visible{outline:3px solid var(--link);outline-offset:2px}
        header p,.url,.since,.axis,.before,.date,.number,dt,footer{color:var(--soft)}
        .url,.since,.axis,.before,.number,.date,details,footer{font-size:.875rem}
        nav ul{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.25rem 1.25rem}
        nav a{display:inline-block;padding:.25rem 0}
        section{border-top:2px solid var(--rule);margin-top:1.5rem;padding-top:1rem}
        .troubles{color:var(--bad);background:var(--badpaper);border-left:4px solid var(--bad);list-style:none;\
        padding:.5rem .75rem}
        .bad{color:var(--bad)}
        .latest ul{list-style:none;padding:0}
        .latest li{padding:.15rem 0}
        .latest time{display:block;color:var(--soft);font-size:.875rem}
        .facts{display:flex;flex-wrap:wrap;gap:.5rem 2rem;margin-top:.5rem}
        dt{font-size:.875rem}
        dd{margin:0}
        .batches{list-style:none;padding:0}
        .batches>li{display:grid;gap:.25rem 1.5rem;padding:.75rem 0;border-top:1px solid var(--rule)}
        .status>bdi{font-weight:600}
        .now>p:first-child{margin-top:0}
        .number,.date,time{font-variant-numeric:tabular-nums}
        .number,.date{display:inline-block;max-width:100%}
        .off{color:var(--soft)}
        .aside{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
        .line{display:block;width:100%;max-width:22rem;height:1.5rem}
        .on{fill:var(--on);opacity:.55}
        .no{fill:var(--soft);opacity:.6}
        circle{fill:var(--on);stroke:var(--paper);stroke-width:2}
        details ul{padding-left:1.1rem}
        summary{cursor:pointer;padding:.2rem 0}
        .bars{display:block;max-width:100%;height:auto;margin:.5rem 0}
        .key{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.1rem 1rem;font-size:.875rem}
        .key svg{width:.75rem;height:.75rem;margin-right:.35rem}
        .s0{fill:#3b7dc4}.s1{fill:#e08a1e}.s2{fill:#3f9e6e}.s3{fill:#b65fa6}.s4{fill:#c9b037}.s5{fill:#4fb3c4}
        .s6{fill:#c4564a}.s7{fill:#8c6d4f}.s8{fill:#8b929b}
        .scroll{overflow-x:auto}
        table{border-collapse:collapse;margin:.25rem 0}
        th,td{text-align:left;vertical-align:top;padding:.2rem .75rem .2rem 0;border-top:1px solid var(--rule);\
        font-weight:400;overflow-wrap:normal}
        thead th{border-top:0;color:var(--soft)}
        .count{text-align:right;font-variant-numeric:tabular-nums}
        footer{border-top:2px solid var(--rule);margin-top:1.5rem;padding-top:.5rem}
        @media(min-width:40rem){.batches>li{grid-template-columns:minmax(0,1fr) minmax(0,1.4fr)}.past{grid-column:2}\
        .latest li{display:grid;grid-template-columns:9rem 1fr;align-items:baseline}}
        @media(min-width:64rem){.batches>li{grid-template-columns:minmax(0,1fr) minmax(0,1.5fr) minmax(0,1fr)}\
        .past{grid-column:3}}
        @media print{:root{--ink:#000;--soft:#333;--rule:#999;--paper:#fff;--link:#000;--bad:#000;\
        --badpaper:#fff}body{max-width:none;padding:0}.batches>li,.latest,.bars,tr{break-inside:avoid}nav{display:none}}

        """
}
