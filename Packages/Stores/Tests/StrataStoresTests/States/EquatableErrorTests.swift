import Foundation
import StrataStores
import Testing

private struct Failure: Error {
  var text: String
}

private struct OtherFailure: Error {
  var text: String
}

/// An error whose own equality looks at one property.
private struct Coded: Error, Equatable {
  var code: Int
  var text: String

  static func == (a: Coded, b: Coded) -> Bool { a.code == b.code }
}

/// An error whose texts do not contain its code.
private struct Silent: CustomNSError, CustomStringConvertible {
  static var errorDomain: String { "silent" }

  var errorCode: Int
  var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: "silent"] }
  var description: String { "silent" }
}

@Suite struct EquatableErrorTests {
  @Test func equalsByTypeDomainCodeAndDescription() {
    #expect(EquatableError(Failure(text: "a")) == EquatableError(Failure(text: "a")))
    #expect(EquatableError(Failure(text: "a")) != EquatableError(Failure(text: "b")))
    #expect(EquatableError(Failure(text: "a")) != EquatableError(OtherFailure(text: "a")))
    let (a, b) = (NSError(domain: "a", code: 1), NSError(domain: "b", code: 1))
    #expect(EquatableError(a) == EquatableError(NSError(domain: "a", code: 1)))
    #expect(EquatableError(a) != EquatableError(b))
    #expect(EquatableError(a) != EquatableError(NSError(domain: "a", code: 2)))
  }

  @Test func errorsOfTwoCodesDifferThoughTheyReadTheSame() {
    #expect(EquatableError(Silent(errorCode: 1)) == EquatableError(Silent(errorCode: 1)))
    #expect(EquatableError(Silent(errorCode: 1)) != EquatableError(Silent(errorCode: 2)))
  }

  @Test func givesTheErrorBack() {
    #expect((EquatableError(Failure(text: "a")).error as? Failure)?.text == "a")
    #expect(EquatableError(EquatableError(Failure(text: "a"))).error is Failure)
  }

  @Test func leavesTheEqualityOfOtherErrorsAlone() {
    #expect(Coded(code: 1, text: "a") == Coded(code: 1, text: "b"))
  }
}
