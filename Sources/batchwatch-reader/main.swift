// One request, one answer, and the end: the sandbox first, before a byte from outside is read.

import Fetch
import Reading

let result = ResultDescriptor()
do throws(ReadingFailure) {
    try limitResources()
    let request = try readRequest(from: 0)
    try lowerLimits(to: request, into: result)
    let file = try openedFile(of: request)
    try enterSandbox(isLocal: file != nil)
    Output().answer(request, from: file, into: result)
} catch {
    Output().send(.reply(.failure(error)))
}
