// Where libFuzzer comes in. The program's own name says which target it is: scripts/fuzz links one program under all
// names.

/// Set before the first input, from one thread, and only read after that.
private nonisolated(unsafe) var target: Target?

/// Called once, with the program's arguments.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafePointer<CChar>>>
) -> CInt {
    let name = String(cString: arguments.pointee[0]).split(separator: "/").last.map(String.init) ?? ""
    target = Target.all.first { $0.name == name }
    if target == nil { fatalError("there is no target \(name)") }
    return 0
}

/// Called for each input. Whatever is thrown becomes a trap, which libFuzzer keeps the input of.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        try target?.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
    } catch {
        fatalError("\(error)")
    }
    return 0
}
