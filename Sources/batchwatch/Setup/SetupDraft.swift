// The files of `setup`, before and after, and how they are written: first the settings and last the configuration,
// because the service reads that at once. One of the files that do I/O.

import Configuration
import Delivery
import Glibc
import Storage
import Text

struct SetupDraft {
    private let change: SetupChange
    private let changed: SetupChanged
    private let plan: HookPlan
    private let places: SetupPlaces
    /// The files to write before the configuration.
    private var files: [PreparedFiles.File] = []
    /// The earlier content of these files; nil if there was no file.
    private var before: [[UInt8]?] = []
    /// Whether the configuration is a new file.
    private let isNew: Bool
    private let isSame: Bool
    /// The earlier configuration.
    private let old: [UInt8]?

    /// Reads the files that are there. Nothing is written.
    init(
        _ snippet: SourceSnippet, _ answers: SetupAnswers, in places: SetupPlaces, account unit: ServiceUnit
    ) throws {
        let settings = try Setup.content(of: places.settings)
        do {
            plan = try HookPlan(answers, in: places, settings: settings.map { try Setup.text($0, of: places.settings) })
        } catch let error as ConfigEditError {
            throw Failure(error, path: places.settings)
        }
        self.places = places
        change = SetupChange(snippet: snippet, hook: plan.run)
        old = try Setup.content(of: places.config)
        changed = try change.applied(to: old ?? [], path: places.config)
        (isNew, isSame) = (old == nil, old == changed.bytes)
        // The service may read it, too, and nobody else.
        let (mode, group): (mode_t, gid_t) = unit.instance == .user ? (0o600, getegid()) : (0o640, unit.account.group)
        func add(_ path: String, _ text: [UInt8], inPlaceOf old: [UInt8]?, isSecret: Bool = false) {
            files.append(PreparedFiles.File(path: path, bytes: text, mode: mode, group: group, isSecret: isSecret))
            before.append(old)
        }
        if let (path, text) = plan.secret {
            let old = try Setup.content(of: path)
            if old != Array(text.utf8) { add(path, Array(text.utf8), inPlaceOf: old, isSecret: true) }
        }
        if let text = plan.settings { add(places.settings, Array(text.utf8), inPlaceOf: settings) }
        if !files.isEmpty { try Self.checkPlace(of: places.settings, account: unit.account.user) }
        if isNew { add(places.config, changed.bytes, inPlaceOf: nil) }
    }

    /// Whoever can replace the settings decides where a secret is sent, and can run code in the hook's shell.
    private static func checkPlace(of settings: String, account: uid_t) throws {
        guard let refusal = hookRefusal(of: settings, isRun: false, user: account), refusal.reason != .missing else {
            return
        }
        let name = sanitized(refusal.component, limit: 500)
        let why =
            switch refusal.reason {
            case .writable: "users other than its owner can write to \(name); to fix: chmod go-w \(name)"
            case .shared: "everybody can write to \(name), as is meant; name a file elsewhere with --config"
            case .foreign(let owner): "\(name) belongs to user \(owner), not to root or the service's user"
            default: "\(refusal)"
            }
        throw Failure(
            .cannotCreate,
            "the hook's settings would not be safe in \(sanitized(settings)): \(why); nothing was changed")
    }

    /// The source that watches the batch, and whether it reads other columns than the proposal.
    var source: String { changed.source }
    var readsOtherwise: Bool { changed.readsOtherwise }

    /// Whether everything is as it should be already.
    var isEmpty: Bool { files.isEmpty && isSame }

    /// What is different, for people.
    var lines: [String] {
        if isEmpty { return ["Nothing to change: \(sanitized(places.config)) has all of this already"] }
        var lines = changed.lines.map { "\(sanitized(places.config)): \($0)" }
        lines += plan.lines.map { "\(sanitized(places.settings)): \($0)" }
        if let path = plan.secret?.path, files.contains(where: { $0.path == path }) {
            lines.append("\(sanitized(path)): the secret, for the service alone")
        }
        return lines
    }

    /// Writes all files, or none. A kill may leave the first files new and the others old: the secret, then the settings,
    /// then the configuration.
    func write() throws {
        let file = ConfigFile(path: places.config)
        let lock: EditLock
        do throws(ConfigEditError) { lock = try file.lock() } catch { throw Failure(error, path: places.config) }
        PreparedFiles.removeLeftovers(beside: [places.settings, places.config])
        if isEmpty { return }
        var all = sigset_t()
        var blocked = sigset_t()
        sigfillset(&all)
        // A signal waits until all files are written.
        sigprocmask(SIG_BLOCK, &all, &blocked)
        defer { sigprocmask(SIG_SETMASK, &blocked, nil) }
        let prepared: PreparedFiles
        do throws(StateError) {
            prepared = try PreparedFiles(files)
        } catch {
            throw Failure(error.exitCode, "\(error); nothing was changed")
        }
        let seen = zip(files.map(\.path), before) + [(places.config, old)]
        for (path, old) in seen where try Setup.content(of: path) != old {
            throw Failure(
                .cannotCreate, "\(path) was changed by somebody else meanwhile; run setup again; nothing was changed")
        }
        do throws(StateError) {
            try prepared.takePlace()
        } catch {
            throw Failure(error.exitCode, "\(error); nothing was changed")
        }
        if isNew || isSame { return }
        do throws(ConfigEditError) {
            _ = try file.change(change, under: lock)
        } catch {
            if case .notOnDisk = error {} else { prepared.undo() }
            throw Failure(error, path: places.config)
        }
    }
}
