import ArgumentParser
import Delivery
import Watch

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check the configuration and the hook.",
        discussion: "Exits with 0 if both are valid, with 78 otherwise.")

    @OptionGroup var common: CommonOptions

    func run() throws {
        try orFail {
            let config = try common.loadConfig()
            if let hook = config.hook {
                if let refusal = Hook(hook).refusal { throw Failure(.config, "hook.run: \(refusal)") }
            }
            Terminal.show("\(common.paths.config): ok, \(config.summary)")
        }
    }
}
