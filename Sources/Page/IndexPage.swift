// Writes index.html: one file without scripts that loads nothing else. PageStyle defines its look.

import Coding
import Rows

package struct IndexPage {
    let content: PageContent
    /// Formats times for people.
    let clock: Clock

    /// Local time: words, and the name of the zone.
    package struct Clock: Sendable {
        package var words: @Sendable (Date) -> String
        package var zone: String

        package init(zone: String, words: @escaping @Sendable (Date) -> String) {
            (self.zone, self.words) = (zone, words)
        }
    }

    package init(_ content: PageContent, clock: Clock) {
        (self.content, self.clock) = (content, clock)
    }

    /// Forbids to load, send or run anything; the hash allows the one style (Content Security Policy Level 3, 6.1).
    static let policy =
        "default-src 'none'; style-src 'sha256-\(PageStyle.hash)'; img-src data:; base-uri 'none'; form-action 'none'"

    /// HTML in UTF-8.
    package var text: String {
        let title = escaped(content.title)
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="referrer" content="no-referrer">
            <meta name="robots" content="noindex">
            <title>\(title)</title>
            <link rel="icon" href="data:,">
            <link rel="alternate" type="application/atom+xml" href="feed.atom" title="\(title)">
            <style>\(PageStyle.text)</style>
            </head>
            <body>
            <header>
            <h1>\(title)</h1>
            <p>\(summary)</p>
            \(troubles(content.troubles))\(contents)</header>
            <main>
            \(latest)\(content.sources.map(section).joined(separator: "\n"))
            </main>
            <footer>
            <p>Times are in \(escaped(clock.zone)). This page is written anew when something changes, and once a day: polls \
            that find nothing new do not show in between.</p>
            <p><a href="feed.atom">Feed</a> · <a href="status.json">JSON</a></p>
            </footer>
            </body>
            </html>

            """
    }

    private var summary: String {
        let count = content.sources.count
        let batches = content.sources.reduce(0) { $0 + $1.batches.count + $1.otherBatches }
        let words = "\(counted(count, "list", "lists")), \(counted(batches, "batch", "batches"))"
        let unwell = content.sources.count { !$0.troubles.isEmpty }
        let trouble = "\(counted(unwell, "list", "lists")) in trouble"
        if unwell > 0 { return "\(words), <strong class=\"bad\">\(trouble)</strong>" }
        if content.sources.allSatisfy({ $0.lastPoll == nil }) { return words }
        return "\(words), \(count == 1 ? "the list" : "all lists") can be read"
    }

    /// The most events shown above the lists.
    private static let mostLatest = 5

    /// The latest events of all lists: among many batches nobody would find them.
    private var latest: String {
        if content.events.isEmpty { return "" }
        let items = content.events.prefix(Self.mostLatest).map { event in
            "<li>\(time(event.time)) <bdi>\(escaped(event.message, limit: 300))</bdi></li>"
        }
        return """
            <section class="latest" aria-labelledby="latest">
            <h2 id="latest">Latest</h2>
            <ul>\(items.joined())</ul>
            </section>

            """
    }

    /// Links to the lists, if there are several.
    private var contents: String {
        if content.sources.count < 2 { return "" }
        let links = content.sources.map { source in
            let mark = source.troubles.isEmpty ? "" : " <span class=\"bad\">(in trouble)</span>"
            return "<li><a href=\"#source-\(escaped(source.name))\">\(escaped(source.name))</a>\(mark)</li>"
        }
        return "<nav aria-label=\"Lists\"><ul>\(links.joined())</ul></nav>\n"
    }

    // MARK: - A list

    private func section(_ source: PageContent.Source) -> String {
        let name = escaped(source.name)
        return """
            <section id="source-\(name)" aria-labelledby="name-\(name)">
            <h2 id="name-\(name)">\(name)</h2>
            <p class="url">\(address(source.url))</p>
            \(health(source))<dl class="facts">
            \(facts(of: source))
            </dl>
            \(batches(of: source))
            \(editions(of: source))</section>
            """
    }

    /// A link, if a browser only follows it; otherwise text.
    private func address(_ url: String) -> String {
        let text = escaped(url)
        let isWeb = url.hasPrefix("https://") || url.hasPrefix("http://")
        return isWeb && !url.contains("{") ? "<a href=\"\(text)\" rel=\"noreferrer\">\(text)</a>" : text
    }

    private func health(_ source: PageContent.Source) -> String {
        let gap =
            source.gap.map { gap in
                "<p class=\"health\">The list was read, but a row may be missing: <bdi>\(escaped(gap))</bdi></p>\n"
            } ?? ""
        if !source.troubles.isEmpty { return troubles(source.troubles) + gap }
        if !gap.isEmpty { return gap }
        let words =
            source.lastPoll != nil
            ? "The list can be read."
            : source.nextPoll == nil ? "Not polled: no batch is watched in it." : "Not polled yet."
        return "<p class=\"health\">\(words)</p>\n"
    }

    private func troubles(_ troubles: [PageContent.Trouble]) -> String {
        if troubles.isEmpty { return "" }
        let items = troubles.map { trouble in
            let since = trouble.since.map { ", since \(time($0))" } ?? ""
            return "<li><bdi>\(escaped(trouble.what))</bdi>\(since)</li>"
        }
        return "<ul class=\"troubles\">\(items.joined())</ul>\n"
    }

    private func facts(of source: PageContent.Source) -> String {
        var facts = [("Last poll", source.lastPoll.map(time) ?? "none yet")]
        if let next = source.nextPoll {
            facts.append(("Next poll", "\(time(next)), then every \(duration(source.interval))"))
        }
        if let edition = source.editions.last {
            let title = edition.title.isEmpty ? "" : " <bdi>\(escaped(edition.title))</bdi>"
            // Below many batches these would be far away.
            let all =
                "<a href=\"#editions-\(escaped(source.name))\">\(counted(source.editions.count, "edition", "editions"))</a>"
            facts.append(("Last edition", "\(time(edition.time))\(title) (\(all))"))
        }
        facts.append(("Last change", source.lastChange.map(time) ?? "none yet"))
        if let count = source.rowCount { facts.append(("The list has", counted(count, "row", "rows"))) }
        return facts.map { "<div><dt>\($0.0)</dt><dd>\($0.1)</dd></div>" }.joined(separator: "\n")
    }

    // MARK: - Words

    func time(_ time: Date) -> String {
        "<time datetime=\"\(rfc3339(time))\">\(escaped(clock.words(time)))</time>"
    }

    /// "30 s", "1 h", "1 h 30 min".
    private func duration(_ seconds: Double) -> String {
        var rest = Int(seconds)
        var words: [String] = []
        for (name, worth) in [("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1)] where rest >= worth {
            words.append("\(rest / worth) \(name)")
            rest %= worth
        }
        return words.joined(separator: " ")
    }

    func counted(_ count: Int, _ one: String, _ many: String) -> String {
        "\(count) \(count == 1 ? one : many)"
    }
}
