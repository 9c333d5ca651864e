import StrataConcurrency
import StrataRendering
import Testing

@testable import StrataSources

@Suite struct RendererTests {
  // SAFETY: what it adds is constant, `@Threadsafe`, locked, or read once for the initial model.
  final class StatusLine: Renderer, @unchecked Sendable {
    @Source var model: Int
    @Source var unrelated: String
    let shown = Locked<[Int]>([], rank: .leaf)

    init(_ source: Source<Int>) {
      _model = source
      _unrelated = Source(model: "")
    }

    func render() {
      let model = model
      shown.withLock { $0.append(model) }
    }

    var all: [Int] { shown.withLock { $0 } }
  }

  struct NumberView: View, Renderer, Sendable {
    @Source var model: Int
    init(source: Source<Int>) { _model = source }
    var body: some View { Text("number \(model)") }
  }

  @Test func viewIsEvaluatedAgainByWhatItReads() {
    let plain = Plain(1)
    let view = NumberView(source: plain.eraseToSource())
    let probe = RenderProbe { view.lines }
    plain.model = 2
    #expect(probe.output == ["number 2"])
    view.render()
  }

  @Test func firstReadLetsAClassRenderAfterEachUpdate() {
    let plain = Plain(1)
    let line = StatusLine(plain.eraseToSource())
    plain.model = 2
    #expect(line.all == [])
    RenderDelivery.with(.immediate) {
      _ = line.model
      _ = line.model
    }
    plain.model = 3
    plain.model = 4
    #expect(line.all == [3, 4])
  }

  @Test func rendersOnTheMainQueue() async throws {
    let run = try await withSimulation(seed: 1) { _ in
      let plain = Plain(1)
      let line = StatusLine(plain.eraseToSource())
      _ = line.model
      plain.model = 2
      let before = line.all
      await MainActor.run {}
      return (before, line, plain)
    }
    #expect(run.value.0 == [])
    #expect(run.value.1.all == [2])
  }

  @Test @MainActor func rendersAtOnceOnTheMainQueue() {
    let plain = Plain(1)
    let line = StatusLine(plain.eraseToSource())
    _ = line.model
    plain.model = 2
    #expect(line.all == [2])
  }

  @MainActor final class MainLine: @MainActor Renderer {
    @Source var model: Int
    var shown: [Int] = []
    init(_ source: Source<Int>) { _model = source }
    func render() {
      MainActor.preconditionIsolated()
      shown.append(model)
    }
  }

  @Test @MainActor func rendererOfTheMainActorRendersAtOnceWhenTheModelIsSetThere() {
    let plain = Plain(1)
    let line = MainLine(plain.eraseToSource())
    _ = line.model
    plain.model = 2
    #expect(line.shown == [2])
    let immediate = MainLine(plain.eraseToSource())
    RenderDelivery.with(.immediate) { _ = immediate.model }
    plain.model = 3
    #expect(immediate.shown == [3])
  }

  @Test @MainActor
  func rendererOfTheMainActorRendersThereWhereverTheModelIsSet() async {
    let plain = Plain(1)
    let (line, immediate) = (MainLine(plain.eraseToSource()), MainLine(plain.eraseToSource()))
    _ = line.model
    RenderDelivery.with(.immediate) { _ = immediate.model }
    await Task.detached { plain.model = 2 }.value
    // The main queue is in order: earlier deliveries have run when this goes on.
    await Task.detached {}.value
    #expect(line.shown == [2])
    #expect(immediate.shown == [2])
  }

  @Test func eachOfManyRenderersIsCalledOnceThoughItReadsAgain() {
    let plain = Plain(1)
    let lines = (0..<20).map { _ in StatusLine(plain.eraseToSource()) }
    RenderDelivery.with(.immediate) {
      for _ in 0..<2 { for line in lines { _ = line.model } }
    }
    plain.model = 2
    #expect(lines.allSatisfy { $0.all == [2] })
  }

  @Test func theClassOfAReaderThatIsNoRendererIsKnown() {
    final class Reader: Sendable {}
    let table = RendererTable()
    #expect(!table.isPlain(Reader.self))
    table.notePlain(Reader.self)
    #expect(table.isPlain(Reader.self))
    #expect(!table.isPlain(StatusLine.self))
  }

  @Test func rendererIsHeldWeakly() {
    let plain = Plain(1)
    weak var gone: StatusLine?
    RenderDelivery.with(.immediate) {
      let line = StatusLine(plain.eraseToSource())
      gone = line
      line.render()
      plain.model = 2
      #expect(line.all == [1, 2])
    }
    #expect(gone == nil)
    plain.model = 3
  }

  @Test func oneSourcePowersRenderersOfDifferentKinds() {
    let plain = Plain(1)
    let source = plain.eraseToSource()
    let line = StatusLine(source)
    RenderDelivery.with(.immediate) { line.render() }
    let view = NumberView(source: source)
    let probe = RenderProbe { view.lines }
    plain.model = 2
    #expect(line.all == [1, 2])
    #expect(probe.output == ["number 2"])
  }

  @Test func rendererActsByTheActionsInItsModelAlone() {
    struct CounterView: View, Renderer {
      @Source var model: CounterModel
      init(source: Source<CounterModel>) { _model = source }
      var body: some View { Text("\(model.count)") }
    }
    let view = CounterView(source: CounterSource().eraseToSource())
    view.model.increment?()
    #expect(view.lines == ["1"])
  }
}
