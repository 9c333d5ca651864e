import Foundation
import StrataConcurrency
import StrataCore
import StrataRendering
import Testing

private let first = Slot<Int>(uncheckedIndex: 0)
private let second = Slot<Int>(uncheckedIndex: 1)

@Suite struct RenderProbeTests {
  private let anchor: Anchor
  private var context: Context { anchor.root }

  init() {
    let context = Context(
      layout: Layout(name: "Pair", slots: [.value("first", Int.self), .value("second", Int.self)])
    )
    context.initialize(first, to: 1)
    context.initialize(second, to: 10)
    anchor = Anchor(context, at: .thisLine())
  }

  @Test func evaluatesAtOnceAndWhenWhatItReadHasChanged() {
    let probe = RenderProbe { [context] in context.read(first) }
    #expect(probe.output == 1)
    context.write(first, 2)
    #expect(probe.output == 2)
    #expect(probe.evaluations == 2)
  }

  @Test func aBodyThatChangesWhatItReadsIsReportedAndStops() {
    let found = Locked<[String]>([], rank: .leaf)
    let report = { @Sendable (report: Report) in found.withLock { $0.append(report.message) } }
    ReportSink.withHandler(report) {
      let probe = RenderProbe { [context] in
        let number = context.read(first)
        context.write(first, number + 1)
        return number
      }
      #expect(probe.evaluations == 1_000)
      #expect(found.withLock { $0.count } == 1)
      #expect(found.withLock { $0[0].contains("in 1000 evaluations in a row") })
      // It follows what others change.
      context.write(first, 5_000)
      #expect(probe.output == 5_999)
      #expect(found.withLock { $0.count } == 2)
    }
  }

  @Test func twoBodiesThatChangeWhatTheOtherReadsAreReportedAndStop() {
    let found = Locked(0, rank: .leaf)
    ReportSink.withHandler { _ in
      found.withLock { $0 += 1 }
    } operation: {
      let one = RenderProbe { [context] in context.write(first, context.read(second) + 1) }
      let two = RenderProbe { [context] in context.write(second, context.read(first) + 1) }
      #expect(one.evaluations <= 10_000 && two.evaluations <= 10_000)
      #expect(found.withLock { $0 } > 0)
    }
  }

  @Test func aBodyThatChangesWhatItReadsUntilItIsRightIsNotReported() {
    let found = Locked(0, rank: .leaf)
    ReportSink.withHandler { _ in
      found.withLock { $0 += 1 }
    } operation: {
      let probe = RenderProbe { [context] in
        if context.read(first) < 100 { context.write(first, context.read(first) + 1) }
        return context.read(first)
      }
      #expect(probe.output == 100)
      #expect(found.withLock { $0 } == 0)
    }
  }

  /// Of another tree, because one tree delivers the write after the evaluation.
  @Test(arguments: [false, true])
  func aBodyThatWritesBeforeItReadsIsEvaluatedOnceForAChange(isOtherTree: Bool) {
    let other = Context(layout: Layout(name: "Other", slots: [.value("number", Int.self)]))
    other.initialize(first, to: 0)
    let otherAnchor = Anchor(other, at: .thisLine())
    let written = isOtherTree ? other : context
    let slot = isOtherTree ? first : second
    let probe = RenderProbe { [context] in
      written.write(slot, context.read(first) * 2)
      return written.read(slot)
    }
    for number in 2...4 {
      context.write(first, number)
      #expect(probe.output == number * 2)
      #expect(probe.evaluations == number)
    }
    written.write(slot, 100)
    #expect(probe.evaluations == 5)
    #expect(probe.output == 8)
    withExtendedLifetime(otherAnchor) {}
  }

  @Test func sleepsWhenSomethingElseChanges() {
    let probe = RenderProbe { [context] in context.read(first) }
    context.write(second, 11)
    context.write(first, 1)
    #expect(probe.evaluations == 1)
  }

  @Test func followsWhatItReadsNow() {
    let probe = RenderProbe { [context] in
      context.read(first) == 1 ? context.read(second) : 0
    }
    context.write(first, 2)
    #expect(probe.output == 0)
    context.write(second, 11)
    #expect(probe.evaluations == 2)
  }

  @Test func aChangeOfWhatItReadsNoLongerIsNoFurtherEvaluation() {
    let probe = RenderProbe { [context] in
      context.read(first) == 1 ? context.read(second) : 0
    }
    context.transaction {
      context.write(first, 2)
      context.write(second, 11)
    }
    #expect(probe.output == 0)
    #expect(probe.evaluations == 2)
  }

  @Test func itsOwnCommitBetweenTwoReadsIsNoFurtherEvaluation() {
    let probe = RenderProbe { [context] in
      let value = context.read(first)
      context.write(second, value)
      // Another scope's read makes the next one count as the first.
      Tracker {}.track { _ = context.read(first) }
      return context.read(first)
    }
    #expect(probe.output == 1)
    #expect(probe.evaluations == 1)
  }

  @Test func changesBeforeTheDeliveryAreOneEvaluation() {
    let jobs = Locked<[@Sendable () -> Void]>([], rank: .leaf)
    struct Later: DeliveryExecutor {
      let jobs: Locked<[@Sendable () -> Void]>
      func deliver(_ job: @escaping @Sendable () -> Void) { jobs.withLock { $0.append(job) } }
    }
    let probe = RenderProbe(on: Later(jobs: jobs)) { [context] in context.read(first) }
    context.write(first, 2)
    context.write(first, 3)
    #expect(probe.output == 1)
    for job in jobs.withLock({ $0 }) { job() }
    #expect(probe.output == 3)
    #expect(probe.evaluations == 2)
  }

  @Test func tellsEachOutputUntilItIsCancelled() {
    let outputs = Locked<[Int]>([], rank: .leaf)
    let probe = RenderProbe {
      [context] in
      context.read(first)
    } onRender: { output in
      outputs.withLock { $0.append(output) }
    }
    context.write(first, 2)
    probe.cancel()
    context.write(first, 3)
    #expect(outputs.withLock { $0 } == [1, 2])
  }

  /// Keeps what it is given.
  private struct Later: DeliveryExecutor {
    let jobs: Locked<[@Sendable () -> Void]>
    func deliver(_ job: @escaping @Sendable () -> Void) { jobs.withLock { $0.append(job) } }
  }

  @Test func aCancelledProbeNoLongerObserves() {
    let jobs = Locked<[@Sendable () -> Void]>([], rank: .leaf)
    let probe = RenderProbe(on: Later(jobs: jobs)) { [context] in context.read(first) }
    probe.cancel()
    context.write(first, 2)
    #expect(jobs.withLock { $0.isEmpty })
    #expect(probe.output == 1)
  }

  @Test func anEvaluationThatIsDueEndsWithTheProbe() {
    let jobs = Locked<[@Sendable () -> Void]>([], rank: .leaf)
    let probe = RenderProbe(on: Later(jobs: jobs)) { [context] in context.read(first) }
    context.write(first, 2)
    #expect(jobs.withLock { $0.count } == 1)
    probe.cancel()
    for job in jobs.withLock({ $0 }) { job() }
    #expect(probe.output == 1)
    #expect(probe.evaluations == 1)
  }

  /// When others are notified of a commit that falls between two reads.
  enum Notified: CaseIterable {
    case atOnce, later
  }

  @Test(arguments: Notified.allCases)
  func anOutputAgreesWithOneCommit(_ notified: Notified) {
    let (committed, over) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let blocking = context.observe(first, at: .thisLine()) { _ in
      committed.signal()
      if notified == .later { over.wait() }
    }
    let commit = Locked<(@Sendable () -> Void)?>(nil, rank: .leaf)
    let outputs = Locked<[[Int]]>([], rank: .leaf)
    let ended = DispatchSemaphore(value: 0)
    for step in 1...2 {
      let (one, two) = (step + 1, (step + 1) * 10)
      commit.withLock { [context] in
        $0 = {
          Thread {
            context.transaction {
              context.write(first, one)
              context.write(second, two)
            }
            ended.signal()
          }
          .start()
          if notified == .later { committed.wait() } else { ended.wait() }
        }
      }
      let probe = RenderProbe {
        [context] in
        let one = context.read(first)
        commit.withLock { $0.take() }?()
        return [one, context.read(second)]
      } onRender: { output in
        outputs.withLock { $0.append(output) }
      }
      #expect(probe.output == [one, two])
      #expect(probe.evaluations == 2)
      if notified == .later {
        over.signal()
        ended.wait()
      }
      #expect(probe.evaluations == 2)
    }
    #expect(outputs.withLock { $0 } == [[2, 20], [3, 30]])
    withExtendedLifetime(blocking) {}
  }

  @Test func aBodyThatWritesWhatItReadsEnds() {
    let probe = RenderProbe { [context] in
      let number = context.read(first)
      if number < 5 { context.write(first, number + 1) }
      return number
    }
    #expect(probe.output == 5)
    #expect(probe.evaluations == 5)
  }
}
