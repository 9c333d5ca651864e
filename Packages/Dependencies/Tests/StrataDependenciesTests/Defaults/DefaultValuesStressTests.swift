import StrataConcurrency
import Testing

@testable import StrataDependencies

@Suite struct DefaultValuesStressTests {
  private final class Object: Sendable {}

  /// Each thread asks for the same keys of one table after the other.
  ///
  /// A thread that is behind finds existing entries and so catches up: the threads meet where entries are being made.
  @Test func givesEightThreadsTheSameEntries() async {
    let keys = (0..<64).map { _ in Object() }
    let tables = (0..<4_000).map { _ in DefaultValues(context: .test) }
    let seen = await withTaskGroup(of: [ObjectIdentifier].self) { group in
      for _ in 0..<8 {
        group.addTask {
          tables.flatMap { table in
            keys.map { key in
              let key = ObjectIdentifier(key)
              let found = unsafe table.find(key)?.takeUnretainedValue()
              return ObjectIdentifier(
                found ?? table.keep(TypedDependencyEntry(key: key, value: 0))
              )
            }
          }
        }
      }
      return await group.reduce(into: [[ObjectIdentifier]]()) { $0.append($1) }
    }
    #expect(seen.count == 8)
    let isTheSame = seen.allSatisfy { $0 == seen.first }
    #expect(isTheSame)
    withExtendedLifetime(tables) {}
  }

  @Test func keepsTheOverridesOfEightThreadsApart() async {
    let wrong = Locked(0, rank: .leaf)
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask {
          for step in 0..<20_000 {
            withDependencies {
              $0.answer = thread
              if step.isMultiple(of: 3) { $0.greeting = "\(thread)" }
            } operation: {
              let values = DependencyValues.current
              let isRight = values.answer == thread && Dependency(\.answer).wrappedValue == thread
              if !isRight { wrong.withLock { $0 += 1 } }
            }
          }
        }
      }
    }
    #expect(wrong.withLock { $0 } == 0)
  }
}
