import Dispatch
import Strata
import StrataConcurrency
import Testing

@Model private struct Panel {
  var page: Page?
  var turn = 0
  var seen = 0

  func onActivate() {
    node.onChange(of: turn, initial: false) { _, turn in
      guard let page else { return }
      page.count = turn
      if page.count == turn { seen += 1 }
    }
  }
}

@Model private struct Page {
  let id: Int
  var count = 0
  var doubled = 0
  var line = Line()

  func onActivate() {
    node.onChange(of: count) { _, count in
      doubled = 2 * count
      line.text = "\(doubled)"
    }
    count += 1
    line.text += "!"
    node.task { await Task.yield() }
  }
}

@Model private struct Line {
  var text = ""

  func onActivate() {
    text += "begun "
    node.onChange(of: text, initial: false) { _, text in _ = text + self.text }
  }
}

/// What the tree calls while other threads remove models is no mistake of its author.
struct RemovedMeanwhileTests {
  @Test func callbacksOfModelsThatOtherThreadsRemoveAreNotReported() {
    let panel = Panel().withAnchor()
    let log = Log()
    let handler: ReportSink.Handler = { log.add($0.description) }
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      ReportSink.withHandler(handler) {
        for number in 0..<1_500 {
          switch thread {
          case 0: panel.turn = number
          case 1: panel.page = nil
          default: panel.page = Page(id: 2 * number + thread - 2)
          }
        }
      }
    }
    #expect(log.all == [])
  }
}
