import Foundation
import StrataConcurrency
import StrataModels
import Synchronization
import Testing

/// No callback of a model begins after its last handlers have returned.
@Suite struct LateCallbackTests {
  /// Counts the callbacks that begin after the end of one lifetime.
  private final class Life: Sendable {
    let isOver = Atomic(false)
    let late = Atomic(0)
    let calls = Atomic(0)
    func note() {
      calls.wrappingAdd(1, ordering: .relaxed)
      if isOver.load(ordering: .sequentiallyConsistent) {
        late.wrappingAdd(1, ordering: .relaxed)
      }
    }
  }

  @Test func aCallbackThatWasRegisteredAfterAHandlerDoesNotBeginWhenThatHasRun() {
    let life = Life()
    let (isEvaluating, mayGoOn, isWritten) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let root = Player().withAnchor()
    root.kid = Player { player in
      player.node.onCancel { life.isOver.store(true, ordering: .sequentiallyConsistent) }
      player.node.onCancel {
        mayGoOn.signal()
        isWritten.wait()
      }
      player.node.onChange(of: player.followed(isEvaluating, mayGoOn), initial: false) { _, _ in
        life.note()
      }
    }
    let thread = Thread {
      root.node.environment.level = 1
      isWritten.signal()
    }
    thread.start()
    isEvaluating.wait()
    root.kid = nil
    #expect(life.late.load(ordering: .relaxed) == 0)
  }

  @Test(arguments: [true, false])
  func handlersFollowACallbackThatAnotherThreadHasBegun(isLoop: Bool) async {
    let log = Locked<[String]>([], rank: .leaf)
    let note: @Sendable (String) -> Void = { text in log.withLock { $0.append(text) } }
    let (steps, step) = AsyncStream.makeStream(of: Int.self)
    let (ends, end) = AsyncStream.makeStream(of: Int.self)
    let root = Player().withAnchor()
    // The thread removes the model while the callback is at its first step.
    let callback: @Sendable () -> Void = {
      note("begins")
      onAnotherThread { root.kid = nil }
      note("is beyond its first step")
    }
    let kid = Player { kid in
      kid.node.onCancel {
        note("child's handler")
        end.finish()
      }
    }
    root.kid = Player(kids: [kid]) { player in
      player.node.onCancel { note("handler") }
      if isLoop {
        player.node.forEach(steps, isDetached: true) { _ in callback() }
      } else {
        player.node.onChange(of: player.score, initial: false) { _, _ in callback() }
      }
    }
    if isLoop { step.yield(1) } else { root.kid?.score += 1 }
    for await _ in ends {}
    #expect(
      log.withLock { $0 } == ["begins", "is beyond its first step", "handler", "child's handler"]
    )
  }

  @Test func handlersDoNotWaitForABodyThatIsSuspended() async {
    let (steps, step) = AsyncStream.makeStream(of: Int.self)
    let (begun, begin) = AsyncStream.makeStream(of: Int.self)
    let (ends, end) = AsyncStream.makeStream(of: Int.self)
    let (returned, hasReturned) = AsyncStream.makeStream(of: Int.self)
    let root = Player().withAnchor()
    root.kid = Player { player in
      player.node.forEach(steps, isDetached: true) { _ in
        begin.finish()
        // Not cancellable: it waits for what the last handler does.
        await Task { for await _ in ends {} }.value
        hasReturned.finish()
      }
      player.node.onCancel { end.finish() }
    }
    step.yield(1)
    for await _ in begun {}
    root.kid = nil
    for await _ in returned {}
  }

  @Test func aCallbackThatRemovesItsOwnModelRunsItsHandlers() {
    let log = Locked<[String]>([], rank: .leaf)
    let root = Player().withAnchor()
    root.kid = Player { player in
      player.node.onChange(of: player.score, initial: false) { _, _ in
        root.kid = nil
        log.withLock { $0.append("removed") }
      }
      player.node.onCancel { log.withLock { $0.append("handler") } }
    }
    root.kid?.score += 1
    #expect(log.withLock { $0 } == ["handler", "removed"])
  }

  @Test func changesEndWithTheModelHoweverManyThreadsWrite() {
    let lives = Locked<[Life]>([], rank: .leaf)
    let make: @Sendable (Bool) -> Player = { isHandlerFirst in
      let life = Life()
      lives.withLock { $0.append(life) }
      return Player { player in
        if isHandlerFirst {
          player.node.onCancel { life.isOver.store(true, ordering: .sequentiallyConsistent) }
        }
        player.node.onChange(of: player.node.environment.level, initial: false) { _, _ in
          life.note()
        }
        player.node.onChange(of: player.score, initial: false) { _, _ in life.note() }
        if !isHandlerFirst {
          player.node.onCancel { life.isOver.store(true, ordering: .sequentiallyConsistent) }
        }
      }
    }
    let root = Player(kids: [make(true), make(false)]).withAnchor()
    onThreads(4) { number in
      for round in 0..<300 {
        switch number {
        case 0: root.kids = [make(true), make(false)]
        case 1: root.node.environment.level = round + 1
        case 2: root.node.environment.level = -round - 1
        default:
          for kid in root.kids where kid.node.context.isLive { reportless { kid.score += 1 } }
        }
      }
    }
    for kid in root.kids { kid.score = -1 }
    root.kids = []
    let all = lives.withLock { $0 }
    #expect(all.allSatisfy { $0.isOver.load(ordering: .relaxed) } == true)
    #expect(all.reduce(0) { $0 + $1.late.load(ordering: .relaxed) } == 0)
    #expect(all.reduce(0) { $0 + $1.calls.load(ordering: .relaxed) } > 0)
  }
}

extension Player {
  /// A value whose second evaluation waits.
  fileprivate func followed(_ isEvaluating: DispatchSemaphore, _ mayGoOn: DispatchSemaphore) -> Int
  {
    let level = node.environment.level
    if level > 0 {
      isEvaluating.signal()
      mayGoOn.wait()
    }
    return level
  }
}

/// Runs a closure whose reports do not matter.
private func reportless(_ body: () -> Void) {
  ReportSink.withHandler({ _ in }, operation: body)
}

/// Runs a closure on another thread, and waits for its end.
private func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
  let hasRun = DispatchSemaphore(value: 0)
  Thread {
    body()
    hasRun.signal()
  }.start()
  hasRun.wait()
}
