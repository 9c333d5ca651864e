import StrataConcurrency
import Synchronization
import Testing

@_spi(Strata) @testable import StrataDependencies

@Suite struct DefaultValuesTests {
  private final class Box: Sendable {}

  private enum BoxKey: DependencyKey {
    static var liveValue: Box { Box() }
    static var testValue: Box { Box() }
  }

  @Test func makesADefaultOnce() {
    #expect(DependencyValues()[BoxKey.self] === DependencyValues()[BoxKey.self])
  }

  @Test func keepsOneDefaultPerContext() {
    var live = DependencyValues()
    live.context = .live
    #expect(live[BoxKey.self] !== DependencyValues()[BoxKey.self])
    #expect(live[BoxKey.self] === live[BoxKey.self])
  }

  @Test func makesFreshDefaultsAnew() {
    let shared = DependencyValues()
    let fresh = shared.withFreshDefaults()
    #expect(fresh.context == .test)
    #expect(fresh[BoxKey.self] !== shared[BoxKey.self])
    #expect(fresh[BoxKey.self] === fresh[BoxKey.self])
  }

  @Test func releasesFreshDefaults() {
    weak var box: Box?
    do {
      let fresh = DependencyValues().withFreshDefaults()
      box = fresh[BoxKey.self]
      #expect(box != nil)
    }
    #expect(box == nil)
  }

  private enum OuterKey: DependencyKey {
    static let liveValue = "live"
    static var testValue: String {
      @Dependency(\.greeting) var greeting
      return "outer of \(greeting)"
    }
  }

  @Test func mayReadAnotherDependencyWhileADefaultIsMade() {
    #expect(DependencyValues()[OuterKey.self] == "outer of test")
  }

  @Test func makesADefaultWithoutTheOverridesOfWhoAsksFirst() {
    let value = withDependencies {
      $0.greeting = "overridden"
    } operation: {
      DependencyValues.current.withFreshDefaults()[OuterKey.self]
    }
    #expect(value == "outer of test")
  }

  private enum LockCheckingKey: DependencyKey {
    static let liveValue = 0
    // A leaf lock traps in debug builds while another one is held.
    static var testValue: Int { Locked(7, rank: LockRank(0)).withLock { $0 } }
  }

  @Test func makesADefaultUnderNoLock() {
    #expect(DependencyValues()[LockCheckingKey.self] == 7)
  }

  private enum FirstKey: DependencyKey {
    static let liveValue = 0
    static var testValue: Int { DependencyValues.current[SecondKey.self] }
  }

  private enum SecondKey: DependencyKey {
    static let liveValue = 0
    static var testValue: Int { DependencyValues.current[FirstKey.self] }
  }

  @Test func trapsWhenADefaultAsksForItself() async throws {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = DependencyValues()[FirstKey.self]
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(
      text.contains(
        "The default value of FirstKey asks for itself: FirstKey -> SecondKey -> FirstKey."
      )
    )
  }

  @Test func keepsTheFirstOfTwoEntries() {
    let defaults = DefaultValues(context: .test)
    let key = ObjectIdentifier(BoxKey.self)
    let first = TypedDependencyEntry(key: key, value: Box())
    let second = TypedDependencyEntry(key: key, value: Box())
    #expect(defaults.keep(first) === first)
    #expect(defaults.keep(second) === first)
    #expect(unsafe defaults.find(key)?.takeUnretainedValue() === first)
  }

  @Test func findsMoreKeysThanThereAreBuckets() {
    final class Object {}
    let objects = (0..<1000).map { _ in Object() }
    let defaults = DefaultValues(context: .test)
    for (index, object) in objects.enumerated() {
      _ = defaults.keep(TypedDependencyEntry(key: ObjectIdentifier(object), value: index))
    }
    for (index, object) in objects.enumerated() {
      let entry = unsafe defaults.find(ObjectIdentifier(object))?.takeUnretainedValue()
      #expect((entry as? TypedDependencyEntry<Int>)?.value == index)
    }
    #expect(unsafe defaults.find(ObjectIdentifier(Object.self)) == nil)
  }
}
