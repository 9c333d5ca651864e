import Testing

@testable import StrataSources

/// Where values of a type may contain actions.
@Suite struct ActionPlacesTests {
  typealias Go = Action<Void>

  private struct Plain: Sendable {
    var name = ""
    var numbers = [1]
  }

  private struct Row: Sendable {
    var plain = Plain()
    var go: Go?
  }

  private enum Choice: Sendable {
    case none
    case go(Go)
  }

  private final class Box: Sendable {}

  private func kind<Value>(of type: Value.Type) -> String {
    switch ActionPlaces.of(type).kind {
    case .none: "none"
    case .holder: "holder"
    case .fields(let fields): "fields at \(fields.map(\.offset))"
    case .dynamic: "dynamic"
    }
  }

  @Test func numbersTextsErrorsAndFunctionsHaveNone() {
    #expect(kind(of: Int.self) == "none")
    #expect(kind(of: String.self) == "none")
    #expect(kind(of: Substring.self) == "none")
    #expect(kind(of: StubError.self) == "none")
    #expect(kind(of: (() -> Void).self) == "none")
  }

  @Test func collectionsHaveNoneIfTheirElementsHaveNone() {
    #expect(kind(of: [String].self) == "none")
    #expect(kind(of: [[Int: String]].self) == "none")
    #expect(kind(of: [Go].self) == "holder")
    #expect(kind(of: [String: Go].self) == "holder")
    #expect(kind(of: [Go: String].self) == "holder")
  }

  @Test func structsAndTuplesHaveThemInTheFieldsThatMayHaveSome() {
    #expect(kind(of: (Int, String).self) == "none")
    #expect(kind(of: (Int, Go).self) == "fields at [8]")
    #expect(kind(of: Row.self) == "fields at [\(MemoryLayout<Row>.offset(of: \.go) ?? 0)]")
  }

  @Test func aTypeWithoutAnyIsAskedOnceAndLeftOutOfOthers() {
    #expect(kind(of: Plain.self) == "none")
    #expect(kind(of: (Plain, Plain).self) == "none")
    #expect(kind(of: (Plain, Go).self) == "fields at [\(MemoryLayout<Plain>.size)]")
  }

  @Test func enumsExistentialsAndInstancesShowThemAtRunTime() {
    #expect(kind(of: Choice.self) == "dynamic")
    #expect(kind(of: (any Sendable).self) == "dynamic")
    #expect(kind(of: Box.self) == "dynamic")
  }

  @Test func anActionThatEachModelHasInItsPlaceIsFoundWithoutASearch() {
    let counter = CounterSource()
    let increment = counter.model.increment
    #expect(increment?.isAvailable == true)
    counter.set(1)
    #expect(increment?.isAvailable == true)
    #expect(counter.actions.knownOffers == nil)
  }
}
