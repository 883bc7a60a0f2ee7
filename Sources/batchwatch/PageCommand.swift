import ArgumentParser
import Coding
import Configuration
import Delivery
import Glibc
import Page
import Processes
import Publishing
import Storage
import Text
import Watch

struct PageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "page",
        abstract: "Write the page and the feed.",
        discussion: """
            Writes index.html, feed.atom and status.json into the directory that [page] of the configuration names, as \
            the daemon does when their content changes. Leaves a file alone if its content is the same.
            """)

    @OptionGroup var common: CommonOptions
    @Flag(
        help: "Write them into a new temporary directory, print the page's path, and open the page with xdg-open.")
    var open = false
    @Option(
        help: ArgumentHelp("Write them into this directory, and create it if necessary.", valueName: "dir"),
        completion: .directory)
    var output: String?
    @Flag(help: ArgumentHelp("Take times and troubles from standard input.", visibility: .hidden))
    var fromDaemon = false

    func run() throws {
        try orFail {
            let config = try common.loadConfig()
            guard let page = config.page ?? (open || output != nil ? PageConfig(directory: "") : nil) else {
                throw Failure(
                    .config,
                    "\(common.paths.config): there is no [page]; add one with directory = \"/var/lib/batchwatch/www\", or "
                        + "name a directory with --output")
            }
            let directory = try open ? newDirectory() : output.map(absolutePath) ?? page.directory
            if output != nil { makeDirectories(above: directory + "/", mode: 0o755) }
            let content = PageContent(try report(of: config), try common.pastEvents(of: config), of: config, page)
            try content.publish(in: directory)
            if open { try show(directory + "/index.html") }
        }
    }

    func validate() throws {
        if open, output != nil { throw ValidationError("--open and --output do not go together.") }
    }

    /// A process that the daemon started does not ask the daemon, but reads the saved states.
    private func report(of config: Config) throws -> StatusReport {
        if !fromDaemon { return try common.statusReport() }
        guard let times = StatusReport(line: readStandardInput()) else {
            throw Failure(.dataError, "standard input has no report")
        }
        return try StatusReport(of: config, savedIn: common.paths, wanted: []).taking(timesOf: times)
    }

    private func newDirectory() throws -> String {
        let environment = ownEnvironment()
        let place = absolutePath(environment["XDG_RUNTIME_DIR"] ?? environment["TMPDIR"] ?? "/tmp")
        var name = Array("\(place)/batchwatch-page-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else {
            throw Failure(.cannotCreate, "no directory can be made in \(place): \(String(cString: strerror(errno)))")
        }
        return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Prints the path. On a desktop this process then becomes the program that opens the page.
    private func show(_ path: String) throws {
        Terminal.show(path)
        let environment = ownEnvironment()
        guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil else { return }
        var arguments = ["xdg-open", path].map { $0.withCString(strdup) }
        arguments.append(nil)
        execvp("xdg-open", &arguments)
    }
}

extension CommonOptions {
    /// Writes the page after a poll in the foreground, while this process still holds the state. An error is reported,
    /// but does not change the exit code.
    func writePage(of config: Config) {
        guard let page = config.page else { return }
        do {
            let report = try StatusReport(of: config, savedIn: paths, wanted: [])
            try PageContent(report, pastEvents(of: config), of: config, page).publish(in: page.directory)
        } catch {
            Terminal.say("batchwatch: the page cannot be written: \(sanitized("\(error)"))")
        }
    }

    /// The past events; none if the user may not read the state.
    func pastEvents(of config: Config) throws(StateError) -> [PastEvent] {
        do throws(StateError) {
            return try PastEvent.saved(in: paths.state, of: config)
        } catch {
            if case .io(_, _, EACCES) = error { return [] }
            throw error
        }
    }
}

extension PageContent {
    static let feedName = "feed.atom"

    /// Writes the three files, but leaves a file alone if its content is the same.
    func publish(in directory: String) throws(StateError) {
        _ = try PublishedFiles(in: directory).publish { old in
            let feed = AtomFeed(self, id: AtomFeed.id(of: old(Self.feedName) ?? []) ?? newUUID())
            let page = IndexPage(self, clock: IndexPage.Clock(zone: localZone(), words: localTime))
            return [
                ("status.json", StatusDocument(self).text), (Self.feedName, feed.text), ("index.html", page.text),
            ].map { ($0.0, Array($0.1.utf8)) }
        }
    }
}

/// The name of the local time zone, as it is now.
private func localZone() -> String {
    var seconds = time(nil)
    var local = tm()
    localtime_r(&seconds, &local)
    return local.tm_zone.map { String(cString: $0) } ?? "local time"
}

private func readStandardInput() -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = read(STDIN_FILENO, &buffer, buffer.count)
        if count > 0 { all += buffer[..<count] } else if count == 0 || errno != EINTR { return all }
    }
}
