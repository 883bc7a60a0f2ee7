// swift-tools-version: 6.2
// One target per stage of the way of the data, see Sources/README.md.

import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
]

/// A stage: a Swift target, in Swift 6 mode, with warnings as errors.
func stage(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
    .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

// What makes an error in C harder to use: canaries on the stack, and branches that end where one is meant to end.
#if arch(x86_64)
    let branches = ["-fcf-protection=full"]
#elseif arch(arm64)
    let branches = ["-mbranch-protection=standard"]
#else
    let branches: [String] = []
#endif
let hardening: [CSetting] = [
    .unsafeFlags(["-fstack-protector-strong"] + branches),
    // The checked calls of glibc need an optimiser.
    .unsafeFlags(["-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=3"], .when(configuration: .release)),
]

/// The system libraries, each with a small shim for what Swift cannot import.
func shim(_ name: String, links library: String? = nil, headers: String? = nil) -> Target {
    .target(
        name: name,
        cSettings: [.unsafeFlags(["-Wall", "-Wextra", "-Werror"] + (headers.map { ["-isystem", $0] } ?? []))]
            + hardening,
        linkerSettings: library.map { [.linkedLibrary($0)] } ?? [])
}

/// A program. All addresses of functions are looked up at its start and then read-only; constants are in a segment of
/// their own, where they cannot be run as code (lld's way without being asked). Addresses of the program itself are
/// packed, a bit for most of them: each start reads them all. Nobody loads a program as a library, so it lends out no
/// names, which the runtime's options would have it do: each start of the fetcher looks for libcurl's among them.
func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    let flags = ["-z", "now", "-z", "relro", "-z", "pack-relative-relocs", "--no-export-dynamic"].flatMap {
        ["-Xlinker", $0]
    }
    return .executableTarget(
        name: name, dependencies: dependencies, swiftSettings: strict,
        linkerSettings: [.unsafeFlags(["-use-ld=lld"] + flags)])
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

let package = Package(
    name: "batchwatch",
    products: [
        .executable(name: "batchwatch", targets: ["batchwatch"]),
        .executable(name: "batchwatchd", targets: ["batchwatchd"]),
        .executable(name: "batchwatch-fetcher", targets: ["batchwatch-fetcher"]),
        .executable(name: "batchwatch-reader", targets: ["batchwatch-reader"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
    ],
    targets: [
        shim("CZlib", links: "z"),
        shim("CDeflate", links: "z"),
        shim("CCurl"),
        shim("CCrypto"),
        shim("CXML", headers: "/usr/include/libxml2"),
        shim("CIconv"),
        shim("CPOSIX"),
        shim("CSystemd", links: "systemd"),
        shim("CFriBidi"),
        shim("CCommit"),

        stage("Text"),
        stage("Bidi", ["CFriBidi"]),
        stage("Charsets", ["Text", "CIconv"]),
        stage("PDF", ["Text", "Bidi", "CZlib", "CDeflate", "CCrypto"], exclude: ["README.md"]),
        stage("Markup", ["Text", "CXML"]),
        stage("HTML", ["Text", "Markup"]),
        stage("XML", ["Text", "Markup"]),
        stage("Spreadsheet", ["Text", "Markup", "CZlib"]),
        stage("CSV", ["Text"]),
        stage("JSON", ["Text"]),
        stage("Coding", ["Text", "JSON"]),
        stage("Rows", ["Text", "Bidi"], exclude: ["README.md"]),
        stage("Net", ["Rows", "Text"]),
        stage("Reading", ["Rows", "Text"]),
        stage("Proposals", ["Reading", "Rows", "Text"]),
        stage("Fetch", ["Reading", "Text", "CCurl", "CCrypto", "CZlib"]),
        stage("Links", ["Reading", "Text", "Markup", "JSON", "CCurl"]),
        stage("Worker", ["Reading", "Coding", "CPOSIX"]),
        stage("Processes", ["Coding", "CPOSIX"]),
        stage("Configuration", ["Reading", "Coding", "Rows", "Text", "CPOSIX"]),
        stage("Events", ["Rows", "Coding", "Text"]),
        stage("Storage", ["Processes", "CPOSIX"]),
        stage(
            "Delivery",
            [
                "Events", "Configuration", "Storage", "Coding", "JSON", "Rows", "Text", "Processes", "CPOSIX",
                "CSystemd",
            ]),
        stage("Page", ["Rows", "Coding", "Text"]),
        stage(
            "Watch",
            [
                "Reading", "Rows", "Configuration", "Events", "Storage", "Delivery", "Coding", "JSON", "Text",
                "Processes", "CPOSIX", "CSystemd",
            ]),
        stage(
            "Publishing", ["Page", "Watch", "Delivery", "Events", "Storage", "Configuration", "Coding", "Rows", "Text"]),

        program(
            "batchwatch",
            [
                "Watch", "Page", "Publishing", "Configuration", "Delivery", "Events", "Storage", "Coding", "Reading",
                "Rows", "Text", "Processes", "CPOSIX", "CCommit",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        program("batchwatchd", ["Watch", "Delivery", "CPOSIX"]),
        program("batchwatch-fetcher", ["Coding", "Fetch", "Reading", "Worker"]),
        program(
            "batchwatch-reader",
            [
                "Worker", "Reading", "Net", "Proposals", "Links", "PDF", "Charsets", "Markup", "HTML", "XML",
                "Spreadsheet",
                "CSV",
                "JSON", "Rows", "Text", "Bidi", "CZlib",
            ]),

        tests("PDFTests", ["PDF", "Text", "TestKit", "CZlib", "CDeflate"]),
        tests("TextTests", ["Text"]),
        tests("CodingTests", ["Coding"]),
        tests("BidiTests", ["Bidi", "TestKit"]),
        tests("CharsetsTests", ["Charsets", "Text"]),
        tests("MarkupTests", ["Markup", "Text", "TestKit"]),
        tests("HTMLTests", ["HTML", "Text", "TestKit"]),
        tests("XMLTests", ["XML", "Text", "TestKit"]),
        tests("CSVTests", ["CSV", "Text", "TestKit"]),
        tests("JSONTests", ["JSON", "Text", "TestKit"]),
        tests("SpreadsheetTests", ["Spreadsheet", "Markup", "Text", "TestKit"]),
        tests("RowsTests", ["Rows", "Text", "PDF", "TestKit"]),
        tests("NetTests", ["Net", "Rows", "Text", "TestKit"]),
        tests("ProposalsTests", ["Proposals", "Reading", "Rows", "Text", "TestKit"]),
        // What several of the test targets need: servers that misbehave, small documents, pages made by hand.
        .target(name: "TestKit", dependencies: ["Text"], path: "Tests/TestKit", swiftSettings: strict),
        // Sources, editions and sinks to begin a test with.
        .target(
            name: "WatchKit",
            dependencies: [
                "Coding", "Watch", "Configuration", "Events", "Delivery", "Reading", "Rows", "Processes", "TestKit",
            ],
            path: "Tests/WatchKit", swiftSettings: strict),
        tests("PageTests", ["Page", "Coding", "Rows", "Text", "CCrypto", "TestKit"]),
        tests("FetchTests", ["Fetch", "Reading", "Text", "CCurl", "CZlib", "TestKit"]),
        tests("LinksTests", ["Links", "Reading", "Proposals", "Text", "TestKit"]),
        tests(
            "ReaderTests",
            [
                "Coding", "batchwatch-fetcher", "batchwatch-reader", "Watch", "Reading", "Rows", "Text", "Processes",
                "CPOSIX",
                "CZlib",
                "TestKit",
            ]),
        tests(
            "PollingTests",
            [
                "Coding", "batchwatch-fetcher", "batchwatch-reader", "Watch", "Configuration", "Delivery", "Events",
                "Storage",
                "Reading", "Rows", "Processes", "TestKit",
            ]),
        tests("ProcessesTests", ["Processes", "CPOSIX"]),
        tests("ConfigurationTests", ["Coding", "Configuration", "Reading", "Rows", "Processes", "TestKit"]),
        tests("EventsTests", ["Coding", "Events", "Delivery", "Rows", "Text", "TestKit", "WatchKit"]),
        tests(
            "DeliveryTests",
            [
                "Coding", "Delivery", "Events", "Configuration", "Storage", "Watch", "Reading", "Rows", "Text",
                "Processes",
                "CPOSIX",
                "TestKit", "WatchKit",
            ]),
        tests(
            "WatchTests",
            [
                "Coding", "JSON", "Watch", "Configuration", "Events", "Storage", "Delivery", "Reading", "Rows",
                "Processes",
                "TestKit",
                "WatchKit",
            ]),
        tests("ProgramTests", ["TestKit"]),
        tests(
            "CommandTests",
            [
                "Coding", "batchwatch", "Watch", "Page", "Publishing", "Configuration", "Delivery", "Events", "Reading",
                "Rows",
                "Text", "TestKit", "WatchKit",
            ]),
        // What the documents name is there.
        tests("DocumentationTests", []),
        // A model of what has to be told, and random histories that the product has to agree on.
        .testTarget(
            name: "ModelTests",
            dependencies: [
                "Coding", "Watch", "Configuration", "Delivery", "Events", "Storage", "Reading", "Rows", "Processes",
                "Page", "Publishing",
            ],
            exclude: ["Entry.swift"],
            swiftSettings: strict),
        // The fuzz targets, so that they are built with each change and past finds stay mended. scripts/fuzz fuzzes.
        .testTarget(
            name: "FuzzTests",
            dependencies: [
                "PDF", "Charsets", "Markup", "HTML", "XML", "Spreadsheet", "CSV", "JSON", "Rows", "Text", "Reading",
                "Links", "Coding", "Fetch", "Net", "Configuration",
            ],
            path: "Fuzz", exclude: ["README.md", "Dictionaries", "seeds.py", "Entry.swift"], swiftSettings: strict),
    ]
)

// Decided by what they are given alone: no server, no other process, no clock. scripts/quick builds and runs these and
// nothing else.
let pure = [
    "TextTests", "CodingTests", "BidiTests", "CharsetsTests", "PDFTests", "MarkupTests", "HTMLTests", "XMLTests",
    "CSVTests",
    "JSONTests",
    "SpreadsheetTests", "RowsTests", "NetTests", "ProposalsTests", "PageTests",
]
if Context.environment["BATCHWATCH_PURE_TESTS"] != nil {
    var needed = Set(pure)
    for target in package.targets.reversed() where needed.contains(target.name) {
        for case .byNameItem(let name, _) in target.dependencies { needed.insert(name) }
    }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products = []
    package.dependencies = []
}
