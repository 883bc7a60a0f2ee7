// One request, one answer, and the end: walls first, before a byte of the world's is read.

import Reading

let kept = KeptDocument()
do throws(ReadingFailure) {
    try raiseWalls()
    let request = try readRequest(from: 0)
    try limitFiles(to: request)
    Output().answer(request, keeping: kept)
} catch {
    Output().send(.reply(.failure(error)))
}
