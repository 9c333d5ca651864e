import StrataStores
import Testing

private final class Reference: Sendable, Equatable {
  static func == (a: Reference, b: Reference) -> Bool { true }
}

private enum Mixed: EnumState {
  case none
  case other
  case text(String)
  case pair(first: Int, second: String)
  case object(Reference)
  indirect case nested(Mixed)
}

private enum Single: EnumState {
  case only(String)
}

private enum Plain: EnumState {
  case a
  case b
}

/// No enum, so the case has to be found by name.
private struct Named: EnumState, CustomStringConvertible {
  var description: String
}

@Suite struct EnumStateTests {
  private let all: [Mixed] = [
    .none, .other, .text("a"), .pair(first: 1, second: "b"), .object(Reference()), .nested(.none),
  ]

  @Test func eachCaseIsDistinctFromAllOthers() {
    for (i, a) in all.enumerated() {
      for (j, b) in all.enumerated() {
        #expect(a.isDistinct(from: b) == (i != j), "\(a) \(b)")
      }
    }
    #expect(Plain.a.isDistinct(from: .b))
    #expect(!Plain.b.isDistinct(from: .b))
  }

  @Test func payloadsMakeNoDifference() {
    #expect(!Mixed.text("a").isDistinct(from: .text("b")))
    #expect(!Mixed.nested(.none).isDistinct(from: .nested(.text("c"))))
    #expect(!Single.only("a").isDistinct(from: .only("b")))
  }

  @Test func namesTheBaseCase() {
    #expect(all.map(\.name) == ["none", "other", "text", "pair", "object", "nested"])
    #expect(Single.only("a").name == "only")
  }

  @Test func comparesByNameWhatIsNoEnum() {
    #expect(Named(description: "a(1)").isDistinct(from: Named(description: "b(1)")))
    #expect(!Named(description: "a(1)").isDistinct(from: Named(description: "a(2)")))
  }
}
