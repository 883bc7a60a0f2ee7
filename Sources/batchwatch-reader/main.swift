// One request, one answer, and the end: walls first, before a byte of the world's is read.

import Fetch
import Reading

let result = ResultDescriptor()
do throws(ReadingFailure) {
    try raiseWalls()
    let request = try readRequest(from: 0)
    try lowerLimits(to: request, into: result)
    let file = try openedFile(of: request)
    try enclose(isLocal: file != nil)
    Output().answer(request, from: file, into: result)
} catch {
    Output().send(.reply(.failure(error)))
}
