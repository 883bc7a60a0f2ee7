// The paths of an instance, and its valid names.

import Configuration
import Testing

@Suite struct `An instance` {
    private func paths(_ instance: Instance, _ environment: [String: String] = [:]) -> [String?] {
        let paths = Paths(config: nil, state: nil, cache: nil, instance: instance, environment: environment)
        return [paths.config, paths.state, paths.cache, paths.usualControl]
    }

    @Test func `has the places of its unit`() {
        #expect(
            paths(.machine) == [
                "/etc/batchwatch/watched-batches.toml", "/var/lib/batchwatch", "/var/cache/batchwatch",
                "/run/batchwatch/control",
            ])
        #expect(
            paths(.named("office")) == [
                "/etc/batchwatch/office/watched-batches.toml", "/var/lib/batchwatch-office",
                "/var/cache/batchwatch-office", "/run/batchwatch-office/control",
            ])
    }

    @Test func `of a user has the base directories, and ignores relative ones`() {
        let home = ["HOME": "/home/me", "XDG_STATE_HOME": "state", "XDG_RUNTIME_DIR": "/run/user/1000"]
        #expect(
            paths(.user, home) == [
                "/home/me/.config/batchwatch/watched-batches.toml", "/home/me/.local/state/batchwatch",
                "/home/me/.cache/batchwatch", "/run/user/1000/batchwatch/control",
            ])
        let elsewhere = ["HOME": "/home/me", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s", "XDG_CACHE_HOME": "/k"]
        #expect(
            paths(.user, elsewhere) == [
                "/c/batchwatch/watched-batches.toml", "/s/batchwatch", "/k/batchwatch", nil,
            ])
    }

    @Test func `yields to systemd's words, and both to the command line`() {
        let systemd = ["STATE_DIRECTORY": "/s:/t", "CACHE_DIRECTORY": "/c", "RUNTIME_DIRECTORY": "/r"]
        let told = Paths(config: nil, state: nil, cache: nil, instance: .named("office"), environment: systemd)
        #expect([told.state, told.cache, told.control] == ["/s", "/c", "/r/control"])
        #expect(!told.isConfigNamed && told.usualControl == nil)
        let named = Paths(config: "/x", state: "/y", cache: "/z", instance: .named("office"), environment: systemd)
        #expect([named.config, named.state, named.cache] == ["/x", "/y", "/z"])
        #expect(named.isConfigNamed)
    }

    @Test(arguments: ["a", "7", "Office-2.b_c", "hooks2", String(repeating: "a", count: 64)])
    func `may be called so`(name: String) {
        #expect(Instance.problem(ofName: name) == nil)
        #expect(Instance(option: "--instance=\(name)") == .named(name))
    }

    @Test(arguments: [
        "", ".", "..", "-a", "_a", ".a", "a/b", "a b", "a\n", "\u{E9}", "a@b", "a:b", "a\\x2d", "hooks", "secrets",
        String(repeating: "a", count: 65),
    ])
    func `may not be called so`(name: String) {
        #expect(Instance.problem(ofName: name) != nil)
        #expect(Instance(option: "--instance=\(name)") == nil)
    }

    @Test(arguments: [Instance.machine, .named("office"), .user])
    func `is the same after a program was told of it by its option`(instance: Instance) {
        #expect(Instance(option: instance.option) == instance)
    }

    @Test func `is called as people call its commands`() {
        let commands = [Instance.machine, .named("office"), .user].map(\.command)
        #expect(commands == ["batchwatch", "batchwatch --instance office", "batchwatch --user"])
        for word in ["--instance", "--users", "office", "--instance office"] { #expect(Instance(option: word) == nil) }
    }
}
