// [page] and its possible mistakes.

import Testing

@testable import Configuration

private let mistakes = [
    ConfigMistake(
        "no directory", londonConfig + "[page]\n",
        "w.toml:5:1: page.directory: missing; name the directory that a web server publishes, like "
            + "directory = \"/var/lib/batchwatch/www\""),
    ConfigMistake(
        "a relative directory", londonConfig + "[page]\ndirectory = \"www\"\n",
        "w.toml:6:1: page.directory: expected an absolute path; begin it with \"/\""),
    ConfigMistake(
        "another word for batches", londonConfig + "[page]\ndirectory = \"/w\"\nbatches = \"none\"\n",
        "w.toml:7:1: page.batches: expected \"labels\", which leaves the numbers out, or \"numbers\", found \"none\""),
    ConfigMistake(
        "an empty title", londonConfig + "[page]\ndirectory = \"/w\"\ntitle = \" \"\n",
        "w.toml:7:1: page.title: is empty; write what stands above the page, in quotes"),
    ConfigMistake(
        "an unknown key", londonConfig + "[page]\ndirectory = \"/w\"\nbatch = 1\n",
        "w.toml:7:1: page.batch: unknown key; did you mean \"batches\"?"),
]

@Suite struct `The table of the page` {
    @Test(arguments: mistakes)
    func `a mistake is told in these words`(mistake: ConfigMistake) {
        #expect(configComplaints(mistake.toml) == mistake.says)
    }
}
