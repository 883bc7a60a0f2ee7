// The links of a page: what is found can be asked for, and is found again among all of them. Its frames and its form.

import Reading

@testable import Links

extension Target {
    /// How links are picked, then the page.
    static let links = Target("links") { bytes in
        var choices = Choices(bytes)
        let glob = choices.one(of: ["*", "*.pdf", "*list*", "?*", "a*b"])
        let base = choices.one(of: ["https://office.example/a/b", "http://office.example:8080/", "file:///a/b"])
        let pick = choices.one(of: LinkPick.allCases)
        let page = choices.rest
        let all = (try? allLinks(in: page, base: base)) ?? []
        try promise(Set(all.map(\.url)).count == all.count, "a link stands twice")
        for link in all {
            try promise(
                ["http://", "https://"].contains(where: link.url.hasPrefix)
                    || link.url.hasPrefix("file:") && base.hasPrefix("file:"), "a link leads elsewhere: \(link.url)")
            try promise(
                link.url.utf8.count <= 8_000 && link.url.utf8.allSatisfy { (0x21...0x7E).contains($0) },
                "an address cannot be asked for")
            try promise(!(base.hasPrefix("https:") && link.url.hasPrefix("http:")), "a link is insecure")
        }
        try promise(PageTargets(of: page).targets.count <= PageTarget.most, "a page leads to too much")
        if let sketch = formSketch(in: page) { try fillIn(sketch, page) }
        guard let found = try? foundLinks(in: page, base: base, matching: LinkRequest(glob: glob, pick: pick))
        else { return }
        try promise(!found.isEmpty && (pick == .all || found.count == 1), "there are \(found.count) links")
        try promise(found.allSatisfy(all.contains), "a link that is picked is none of all")
    }
}

/// The form that is proposed can be filled in, unless it is refused.
private func fillIn(_ sketch: FormSketch, _ page: [UInt8]) throws {
    do throws(ReadingFailure) {
        let form = try filledForm(
            in: page, charset: nil, FormRequest(fields: [FormField(sketch.field, "1 2\r\n\"&=")]))
        let text = form.content.text
        guard text.utf8.count <= RequestContent.longest else { throw ReadingFailure(.limit, "it is too long") }
        if form.content.type?.hasPrefix("multipart") != true,
            !text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        {
            throw ReadingFailure(.limit, "it is not encoded")
        }
    } catch {
        try promise(error.kind == .form, error.cause)
    }
}
