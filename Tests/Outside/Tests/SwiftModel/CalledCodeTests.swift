import Strata
import StrataConcurrency
import StrataModelsTesting
import StrataRendering
import Testing

/// A rendered closure that writes does not read what the models' own code reads.
@Suite(.modelTesting(exhaustivity: .off)) struct CalledCodeTests {
  enum Way: CaseIterable {
    case onChange, memoizedValue, activation, lastHandler, cancellation
  }

  @Model struct Page {
    let number: Int
    var title = ""
  }

  @Model struct Reader {
    var page: Page
    let look: @Sendable () -> Void
    var count = 0
    var readers: [Reader] = []
    var onlyBegins = false

    var doubled: Int { node.memoize { count * 2 } }

    func onActivate() {
      if onlyBegins { look() }
    }
  }

  @Test(arguments: Way.allCases)
  func whatModelsReadIsNoReadOfTheClosureThatWrites(_ way: Way) {
    let calls = Log()
    let page = Page(number: 1).withAnchor()
    let look: @Sendable () -> Void = {
      calls.add("l")
      _ = page.title
    }
    let (root, anchor) = Reader(page: Page(number: 2), look: look).returningAnchor()
    let child = Reader(page: Page(number: 3), look: look)
    switch way {
    case .onChange: root.node.onChange(of: root.count, initial: false) { _, _ in look() }
    case .memoizedValue: root.node.onChange(of: root.doubled, initial: false) { _, _ in look() }
    case .lastHandler:
      root.readers = [child]
      child.node.onCancel(look)
    case .cancellation: root.node.onCancel(look).cancel(for: Way.cancellation)
    default: break
    }
    calls.clear()
    let probe = RenderProbe {
      switch way {
      case .activation: root.readers = [Reader(page: Page(number: 4), look: look, onlyBegins: true)]
      case .lastHandler: root.readers = []
      case .cancellation: root.node.cancelAll(for: Way.cancellation)
      default: root.count += 1
      }
      return 0
    }
    #expect(calls.text == "l")
    page.title = "x"
    #expect(probe.evaluations == 1)
    withExtendedLifetime(anchor) {}
  }
}
