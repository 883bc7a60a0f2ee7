// scripts/model's program: lives through the histories of seeds FIRST ..< LAST, with as many finds as there are, five at most.

import Glibc

@main
struct Entry {
    static func main() throws {
        let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
        guard numbers.count == 2, numbers[0] <= numbers[1] else { exit(64) }
        var search = try Search()
        var finds = 0
        for seed in numbers[0]..<numbers[1] {
            guard let find = try search.live(seed) else { continue }
            print("\(find)\n")
            finds += 1
            if finds == 5 { break }
        }
        let told = search.told.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        print("\(search.histories) histories, \(search.steps) steps, \(finds) finds; told: \(told)")
        exit(finds > 0 ? 1 : 0)
    }
}
