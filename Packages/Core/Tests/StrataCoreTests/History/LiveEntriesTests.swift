import StrataConcurrency
import Testing

@testable import StrataCore

/// A change log that ends empties the entries that are still in memory, and no others.
@Suite struct LiveEntriesTests {
  private final class Value: Sendable {
    let number: Int
    private let released: Locked<Int>

    init(_ number: Int, _ released: Locked<Int>) {
      self.number = number
      self.released = released
    }

    deinit { released.withLock { $0 += 1 } }
  }

  private static let layout = Layout(name: "Holder", slots: [.value("value", Value.self)])
  private static let slot = Slot<Value>(uncheckedIndex: 0)

  /// A tree with a change log whose entries are collected.
  private struct Log {
    let context = Context(layout: LiveEntriesTests.layout)
    let anchor: Anchor
    let changeLog: ChangeLog
    let entries = Locked<[ChangeLogEntry]>([], rank: .leaf)
    let released = Locked(0, rank: .leaf)

    init() throws {
      context.initialize(LiveEntriesTests.slot, to: Value(0, released))
      anchor = Anchor(context)
      let entries = entries
      changeLog = try #require(
        context.openChangeLog(keepsValues: true) { entry in entries.withLock { $0.append(entry) } }
      )
    }

    func write(_ numbers: ClosedRange<Int>) {
      for number in numbers { context.write(LiveEntriesTests.slot, Value(number, released)) }
    }

    func takeEntries() -> [ChangeLogEntry] {
      entries.withLock { entries in
        defer { entries = [] }
        return entries
      }
    }
  }

  @Test func entriesAreEmptiedAtTheEndWhicheverWereReleasedBefore() throws {
    for kept in [[0], [4], [1, 3], [0, 1, 2, 3, 4], []] {
      let log = try Log()
      log.write(1...5)
      var entries = log.takeEntries()
      #expect(entries.count == 5)
      entries = entries.enumerated().filter { kept.contains($0.offset) }.map(\.element)
      log.write(6...6)
      log.changeLog.stopRecording(log.context)
      #expect(!log.changeLog.isOpen)
      #expect(entries.allSatisfy { $0.hasEnded && $0.isEmpty })
      #expect(log.takeEntries().map(\.hasEnded) == [true])
      // All but the present value.
      #expect(log.released.withLock { $0 } == 6)
      log.write(7...7)
      #expect(log.takeEntries().isEmpty)
    }
  }

  @Test func entriesMayBeReleasedWhileTheChangeLogEnds() throws {
    for round in 0..<200 {
      let log = try Log()
      log.write(1...20)
      let facets = Locked(
        (0..<3).map { part in
          log.entries.withLock { $0.enumerated().filter { $0.offset % 3 == part }.map(\.element) }
        },
        rank: .leaf
      )
      _ = log.takeEntries()
      let (context, changeLog) = (log.context, log.changeLog)
      onThreads(4) { number in
        if number == round % 4 { return changeLog.stopRecording(context) }
        guard var entries = facets.withLock({ $0.popLast() }) else { return }
        while entries.popLast() != nil {}
      }
      #expect(log.released.withLock { $0 } == 20)
      withExtendedLifetime(log.anchor) {}
    }
  }
}
