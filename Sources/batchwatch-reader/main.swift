// One request, one answer, and the end: walls first, before a byte of the world's is read.

import Reading

let result = ResultDescriptor()
do throws(ReadingFailure) {
    try raiseWalls()
    let request = try readRequest(from: 0)
    try limitFiles(to: request, into: result)
    Output().answer(request, into: result)
} catch {
    Output().send(.reply(.failure(error)))
}
