import StrataConcurrency
import Synchronization
import Testing

@testable import StrataCore

/// Identities that the owners of contexts choose.
@Suite struct DeclaredIdentityTests {
  /// Gives all contexts one identity; the second one loses it after some answers.
  private final class OneIdentity: ContextHooks {
    private let answers: Atomic<Int>

    init(answers: Int) { self.answers = Atomic(answers) }

    func activate(_ context: Context) {}

    func identity(of context: Context) -> AnyHashable? {
      guard context.read(Twin.name) == "second" else { return "x" }
      return answers.wrappingSubtract(1, ordering: .relaxed).newValue >= 0 ? "x" : nil
    }

    var declaresIdentity: Bool { true }
    var keepsHandles: Bool { false }
  }

  /// A handle and nothing else.
  private struct Twin: ContextContainer {
    static let name = Slot<String>(uncheckedIndex: 0)
    static var contents: ContainerContents { .handle }
    var context: Context

    init(_ name: String, _ layout: Layout) {
      context = Context(layout: layout)
      context.initialize(Self.name, to: name)
    }

    init(context: Context) { self.context = context }

    func forEachContext(_ body: (Context) -> Void) { body(context) }

    mutating func replaceContexts(_ replacement: (Context) -> Context?) {
      if let other = replacement(context) { context = other }
    }
  }

  /// The texts of the reports when a second context joins a list, as often as is said.
  private func texts(answers: Int, times: Int = 1) -> [String] {
    let layout = Layout(
      name: "Twin",
      slots: [.value("name", String.self)],
      hooks: OneIdentity(answers: answers)
    )
    let (first, second) = (Twin("first", layout), Twin("second", layout))
    let twins = Slot<[Twin]>(uncheckedIndex: 0)
    let root = Context(layout: Layout(name: "Pair", slots: [.container("twins", [Twin].self)]))
    root.initialize(container: twins, to: [first])
    let anchor = Anchor(root)
    let found = reports { root[container: twins] += Array(repeating: second, count: times) }
    #expect(second.context.isLive)
    return withExtendedLifetime(anchor) { found.map(\.message) }
  }

  @Test func twoContextsWithOneIdentityAreReported() {
    let texts = texts(answers: .max)
    #expect(texts.count == 1)
    #expect(texts.first?.contains("Pair.twins") == true)
  }

  @Test func aContextThatIsThereTwiceIsReportedAsThat() {
    let texts = texts(answers: .max, times: 2)
    #expect(texts.count == 1)
    #expect(texts.first?.hasPrefix("Twin is more than once in Pair.twins.") == true)
  }

  @Test func anIdentityIsCountedAsOftenAsItIsThere() {
    var counts = IdentityCounts()
    #expect([counts.add(7), counts.add(7), counts.add(8)] == [1, 2, 1])
    counts.remove(7)
    #expect(counts.add(7) == 2)
    for _ in 0..<2 { counts.remove(7) }
    #expect(counts.add(7) == 1)
  }

  @Test func anIdentityThatIsNoLongerThereIsNoDuplicate() {
    #expect(texts(answers: 1) == [])
  }
}
