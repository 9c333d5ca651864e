// swift-format-ignore-file
// Declarations that the document's test uses and does not show.
import StrataSources
import Synchronization

final class Expectation: Sendable {
    private let count = Atomic(0)
    var isFulfilled: Bool { count.load(ordering: .relaxed) > 0 }
    func fulfill() { count.add(1, ordering: .relaxed) }
}

struct TestSubject: Sendable {
    var authModel: AuthenticationModel?
}

func XCTFail(_ message: String) { fatalError(message) }
