import StrataConcurrency
import StrataEvents
import Synchronization
import Testing

@testable import StrataCore

/// A thread still runs the activation or the last handlers of an incarnation when others end it and begin the next.
@Suite struct OvertakenActivationTests {
  @Test func aLifeThatBeginsBeforeTheFormerOneHasBeenToldIsTold() {
    let (log, isTelling, mayGoOn) = (Log(), Gate(), Gate())
    let other = Locked<OtherThread?>(nil, rank: .leaf)
    let former = Page("f", log) { page, _ in
      // Its end runs after the next page has joined and before that page is activated.
      page.work.onCancel {
        mayGoOn.open()
        other.withLock { $0 }?.join()
      }
    }
    let next = Page("n", log) { page, life in
      page.work.onCancel { log.add("-n\(life)") }
      guard life == 1 else { return }
      isTelling.open()
      mayGoOn.wait()
    }
    let root = Page("r", log, pages: [former])
    let anchor = Anchor(root.context)
    other.withLock { $0 = OtherThread { root.pages.append(next) } }
    isTelling.wait()
    root.pages = [former]
    root.pages = [next]
    #expect(log.all == ["+r1", "+f1", "+n1", "-n1", "+n2"])
    root.pages = []
    #expect(log.all == ["+r1", "+f1", "+n1", "-n1", "+n2", "-n2"])
    withExtendedLifetime(anchor) {}
  }

  /// A kind without children is activated in a shorter way.
  @Test(arguments: [false, true])
  func whatAnActivationStartsThatIsOvertakenDoesNotBelongToTheNextLife(isLeaf: Bool) {
    let (log, isTelling, mayGoOn) = (Log(), Gate(), Gate())
    let page = Page("p", log, isLeaf: isLeaf) { page, life in
      if life == 1 {
        isTelling.open()
        mayGoOn.wait()
      }
      page.work.onCancel { log.add("-p\(life)") }
      let changeLog = page.openChangeLog(keepsValues: false) { _ in }
      let listener = EventListener<Context>.listener(to: Int.self) { _, _ in }
      let isHeard = page.addListener(listener)
      log.add("\(page.workplace.phase), recorded: \(changeLog != nil), heard: \(isHeard)")
    }
    let root = Page("r", log)
    let anchor = Anchor(root.context)
    let other = OtherThread { root.pages = [page] }
    isTelling.wait()
    root.pages = []
    root.pages = [page]
    let phase = isLeaf ? "active" : "attached"
    #expect(log.take() == ["+r1", "+p1", "+p2", "\(phase), recorded: true, heard: true"])
    mayGoOn.open()
    other.join()
    #expect(log.take() == ["-p1", "sealed, recorded: false, heard: false"])
    root.pages = []
    #expect(log.take() == ["-p2"])
    withExtendedLifetime(anchor) {}
  }

  @Test func whatTheNextLifeHasAskedToBeToldOfMayStartItsWorkWhileTheFormerActivationGoesOn() {
    let (log, isTelling, mayGoOn) = (Log(), Gate(), Gate())
    let root = Page("r", log)
    let page = Page("p", log) { page, life in
      guard life == 1 else { return }
      isTelling.open()
      mayGoOn.wait()
      root.pages.append(Page("q", log))
    }
    let anchor = Anchor(root.context)
    let other = OtherThread { root.pages = [page] }
    isTelling.wait()
    root.pages = []
    root.pages = [page]
    let observation = root.context.observe(Page.pages) { _ in
      page.context.work.onCancel { log.add("-p") }
    }
    mayGoOn.open()
    other.join()
    #expect(log.all == ["+r1", "+p1", "+p2", "+q1"])
    observation.cancel()
    root.pages = []
    #expect(log.all == ["+r1", "+p1", "+p2", "+q1", "-p"])
    withExtendedLifetime(anchor) {}
  }

  @Test func theEndOfALifeTakesBackNoRuleThatTheNextLifeHasGiven() throws {
    let log = Log()
    let page = Page("p", log)
    let root = Page("r", log, pages: [page])
    let anchor = Anchor(root.context)
    func open() -> ChangeLog? {
      page.context.openChangeLog(of: anchor, keepsValues: false) { _ in log.add("entry") }
    }
    let changeLog = try #require(open())
    root.pages = []
    root.pages = [page]
    #expect(open() === changeLog)
    // As late as a thread may be that has ended the former incarnation.
    changeLog.stopRecordingEndedLifetime(of: page.context)
    page.pages = [Page("q", log)]
    #expect(log.all == ["+r1", "+p1", "+p2", "+q1", "entry"])
    root.pages = []
    changeLog.stopRecordingEndedLifetime(of: page.context)
    #expect(!changeLog.isOpen)
  }

  @Test func aLifeWaitsUntilTheOneBeforeThePreviousHasBeenToldToStop() {
    let (log, isEnding, mayGoOn) = (Log(), Gate(), Gate())
    let page = Page("p", log) { page, life in
      page.work.onCancel {
        if life == 1 {
          isEnding.open()
          mayGoOn.wait()
        }
        log.add("-p\(life)")
      }
    }
    let root = Page("r", log, pages: [page])
    let anchor = Anchor(root.context)
    let other = OtherThread { root.pages = [] }
    isEnding.wait()
    // An incarnation that begins and ends before its activation can run.
    root.pages = [page]
    root.pages = []
    root.pages = [page]
    #expect(log.take() == ["+r1", "+p1"])
    mayGoOn.open()
    other.join()
    #expect(log.take() == ["-p1", "+p2"])
    withExtendedLifetime(anchor) {}
  }
}

/// Has child pages, and a closure for each incarnation; without functions, so that it can be added again.
private struct Page: ContextContainer, Sendable {
  typealias Activation = @Sendable (_ context: Context, _ life: Int) -> Void

  /// Logs the activations, with their numbers.
  private final class Hooks: ContextHooks {
    let name: String
    let log: Log
    let onActivate: Activation
    let lives = Atomic<Int>(0)

    init(_ name: String, _ log: Log, _ onActivate: @escaping Activation) {
      (self.name, self.log, self.onActivate) = (name, log, onActivate)
    }

    func activate(_ context: Context) {
      let life = lives.wrappingAdd(1, ordering: .relaxed).newValue
      log.add("+\(name)\(life)")
      onActivate(context, life)
    }

    func identity(of context: Context) -> AnyHashable? { nil }

    var keepsHandles: Bool { false }
  }

  static let pages = Slot<[Page]>(uncheckedIndex: 0)
  var context: Context

  init(
    _ name: String,
    _ log: Log,
    pages: [Page] = [],
    isLeaf: Bool = false,
    onActivate: @escaping Activation = { _, _ in }
  ) {
    let hooks = Hooks(name, log, onActivate)
    guard !isLeaf else {
      context = Context(layout: Layout(name: "Page", slots: [], hooks: hooks))
      return
    }
    context = Context(
      layout: Layout(name: "Page", slots: [.container("pages", [Page].self)], hooks: hooks)
    )
    context.initialize(container: Self.pages, to: pages)
  }

  func forEachContext(_ body: (Context) -> Void) { body(context) }

  mutating func replaceContexts(_ replacement: (Context) -> Context?) {
    if let other = replacement(context) { context = other }
  }

  var pages: [Page] {
    get { context[container: Self.pages] }
    nonmutating set { context[container: Self.pages] = newValue }
    nonmutating _modify { yield &context[container: Self.pages] }
  }
}
