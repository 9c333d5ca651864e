import Foundation
import StrataConcurrency
import StrataCore
import StrataModels
import StrataSources
import Testing

@testable import StrataBridges

@Suite struct PropertySourceTests {
  @Test func hasTheValuesOfAStoredProperty() {
    let page = Page("a").withAnchor()
    let source = page.source(of: \.title)
    #expect(source.model == "a")
    let recorder = Recorder(source)
    page.title = "b"
    page.title.append("c")
    #expect(recorder.models == ["a", "b", "bc"])
    #expect(source.model == "bc")
  }

  @Test func followsAComputedPropertyIntoChildrenThatComeAndGo() {
    let page = Page("a").withAnchor()
    let recorder = Recorder(page.source(of: \.heading))
    page.child = Page("first")
    page.child?.reads = 2
    let former = page.child
    page.child = Page("second")
    former?.title = "nobody looks"
    page.child?.reads += 7
    #expect(recorder.models == ["a (0)", "a (2)", "a (0)", "a (7)"])
  }

  @Test func equalValuesAndOtherPropertiesAreNoUpdates() {
    let page = Page("a", child: Page("b")).withAnchor()
    let recorder = Recorder(page.source(of: \.heading))
    page.title = "a"
    page.reads += 1
    page.child?.title = "c"
    #expect(recorder.models == ["a (0)"])
  }

  @Test func transactionIsOneUpdate() {
    let page = Page("a", child: Page("b")).withAnchor()
    let source = page.source(of: \.heading)
    let recorder = Recorder(source)
    page.node.transaction {
      page.title = "c"
      page.child?.reads = 3
    }
    #expect(recorder.models == ["a (0)", "c (3)"])
    #expect(source.model == "c (3)")
  }

  @Test func changesOfTwoThreadsAreToldInOrderAndTheLastOneAlways() async {
    let page = Page("a").withAnchor()
    let source = page.source(of: \.reads)
    let recorder = Recorder(source)
    await onThreads(2) { _ in
      for _ in 0..<1_000 { page.reads += 1 }
    }
    #expect(source.model == 2_000)
    let models = recorder.models
    #expect(models.last == 2_000)
    #expect(zip(models, models.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func sourceKeepsNoTreeAliveAndTheLastValueStays() {
    var source: Source<String>?
    weak var context: Context?
    do {
      let page = Page("a").withAnchor()
      context = page.modelNode.context
      source = page.source(of: \.title)
      #expect(source?.model == "a")
      page.title = "b"
    }
    #expect(context?.isLive != true)
    #expect(source?.model == "b")
    source = nil
    #expect(context == nil)
  }

  @Test func modelDoesNotKeepTheSource() {
    let page = Page("a").withAnchor()
    weak var recorder: Recorder<Int>?
    let seen = Locked(0, rank: .leaf)
    do {
      let told = Recorder(
        page.source(of: \.reads).map { number in
          seen.withLock { $0 += 1 }
          return number
        }
      )
      recorder = told
    }
    #expect(recorder == nil)
    let before = seen.withLock { $0 }
    page.reads += 1
    #expect(seen.withLock { $0 } == before)
  }

  @Test func eachValueAgreesWithOneCommit() {
    let page = Page("a").withAnchor()
    let ended = DispatchSemaphore(value: 0)
    let commit: @Sendable (String, Int) -> Void = { title, reads in
      BetweenReads.call.withLock {
        $0 = {
          Thread.detachNewThread {
            page.node.transaction {
              page.title = title
              page.reads = reads
            }
            ended.signal()
          }
          ended.wait()
        }
      }
    }
    commit("b", 1)
    let source = page.source(of: \.titleAndReads)
    #expect(source.model == "b 1")
    let recorder = Recorder(source)
    commit("d", 3)
    page.node.transaction {
      page.title = "c"
      page.reads = 2
    }
    #expect(recorder.models.last == "d 3")
    #expect(recorder.models.allSatisfy { ["b 1", "c 2", "d 3"].contains($0) })
  }
}

/// The closure that runs between the two reads of ``Page/titleAndReads``.
private enum BetweenReads {
  static let call = Locked<(@Sendable () -> Void)?>(nil, rank: .leaf)
}

extension Page {
  fileprivate var titleAndReads: String {
    let title = title
    BetweenReads.call.withLock { $0.take() }?()
    return "\(title) \(reads)"
  }
}
