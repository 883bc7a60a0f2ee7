// scripts/model's program: runs the histories of seeds FIRST ..< LAST until it has found five, or MOST.

import Glibc

@main
struct Entry {
    static func main() throws {
        exit(try run())  // not before the directories are gone
    }

    private static func run() throws -> Int32 {
        let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
        guard (2...3).contains(numbers.count), numbers[0] <= numbers[1] else { return 64 }
        var search = try Search()
        var finds = 0
        let most = numbers.count > 2 ? Int(numbers[2]) : 5
        for seed in numbers[0]..<numbers[1] {
            guard let find = try search.live(seed) else { continue }
            print("\(find)\n")
            finds += 1
            if finds == most { break }
        }
        let told = search.told.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        print("\(search.histories) histories, \(search.steps) steps, \(finds) finds; told: \(told)")
        for name in Kind.names { print("occurred \(search.occurred[name, default: 0]) \(name)") }
        return finds > 0 ? 1 : 0
    }
}
