// Answers in, files out: what `setup` would write, decided before anything is written. Pure.

import Configuration
import Text

/// The answers to the questions of `setup`.
struct SetupAnswers: Equatable {
    /// Nil to keep the hook that is there.
    var channel: Channel?
    /// How mail goes out; nil for any other channel.
    var route: MailRoute?
    /// The password or token; nil for none, or for the one that is there.
    var secret: String?

    /// The settings of the channel, without its secret.
    var settings: [HookSetting] {
        guard let channel else { return [] }
        guard case .mail(let address) = channel else { return channel.settings }
        return channel.settings + (route?.settings(to: address) ?? [])
    }

    /// Whether the stored password or token is for the wanted server and login: it is sent to no other.
    func keepsSecret(of settings: HookSettings) -> Bool {
        guard let channel, channel.isConfidential, let secret = channel.secret,
            settings.value(of: secret.setting) != nil
        else { return false }
        // A topic alone stays on the server of before.
        let places = ["NTFY_URL", "WEBHOOK_URL", "MAIL_SMTP", "MAIL_USER"]
        return self.settings.allSatisfy { !places.contains($0.name) || settings.value(of: $0.name) == $0.value }
    }
}

/// The paths of the files that `setup` writes.
struct SetupPlaces: Equatable {
    var config: String
    /// The directory of the shipped hooks.
    var hooks: String
    /// Whether the hooks read their settings there by default.
    var isUsual: Bool { config == ConfigFile.defaultPath }

    var directory: String { config.lastIndex(of: "/").map { String(config[..<$0]) } ?? "." }
    var settings: String { directory + "/hooks.conf" }
}

/// The hook, and the files beside the configuration that it needs.
struct HookPlan: Equatable {
    /// `[hook] run`; nil to keep the hook that is there.
    var run: [String]?
    /// The new hooks.conf; nil to leave it as it is.
    var settings: String?
    /// The new file with the password or token; nil to leave it as it is.
    var secret: (path: String, text: String)?
    /// The changes of hooks.conf in words, without secrets.
    var lines: [String] = []

    /// - Parameter old: the present hooks.conf; nil if there is none.
    init(_ answers: SetupAnswers, in places: SetupPlaces, settings old: String?) throws(ConfigEditError) {
        guard let channel = answers.channel else { return }
        if case .command(let path) = channel {
            run = [path]
            return
        }
        let program = "\(places.hooks)/\(channel.hook ?? "")"
        run = places.isUsual ? [program] : ["/usr/bin/env", "BATCHWATCH_HOOKS_CONF=" + places.settings, program]
        var wanted = answers.settings
        if wanted.isEmpty { return }
        var new = try HookSettings(old ?? HookSettings.empty)
        // "none" was for the server before; a password must not go to another one in the clear.
        let isOtherServer = wanted.contains { $0.name == "MAIL_SMTP" && $0.value != new.value(of: "MAIL_SMTP") }
        if isOtherServer { wanted.append(HookSetting("MAIL_TLS", nil)) }
        if let secret = channel.secret {
            if let text = answers.secret {
                let path = "\(places.directory)/\(secret.file)"
                self.secret = (path, text + "\n")
                wanted.append(HookSetting(secret.setting, path))
            } else if !answers.keepsSecret(of: new) {
                wanted.append(HookSetting(secret.setting, nil))
            }
        }
        for setting in wanted where new.value(of: setting.name) != setting.value {
            lines.append("\(setting.name)=\(setting.value.map { sanitized($0) } ?? "")")
            try new.set(setting.name, to: setting.value)
        }
        if new.text != old { settings = new.text }
    }

    static func == (left: HookPlan, right: HookPlan) -> Bool {
        left.run == right.run && left.settings == right.settings && left.lines == right.lines
            && left.secret?.path == right.secret?.path && left.secret?.text == right.secret?.text
    }
}
