import Foundation
import StrataConcurrency
import StrataModels
import Synchronization
import Testing

/// No callback of a model begins after its last handlers have returned.
@Suite struct LateCallbackTests {
  /// Counts what begins late for one life.
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
