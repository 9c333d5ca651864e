import StrataConcurrency
import StrataCore
import StrataRendering
import Testing

private let first = Slot<Int>(uncheckedIndex: 0)
private let second = Slot<Int>(uncheckedIndex: 1)

/// A view that animates the changes of a value.
@Suite struct ImplicitAnimationTests {
  private let anchor: Anchor

  init() {
    let context = Context(
      layout: Layout(name: "Pair", slots: [.value("first", Int.self), .value("second", Int.self)])
    )
    context.initialize(first, to: 1)
    context.initialize(second, to: 10)
    anchor = Anchor(context, at: .thisLine())
  }

  @Test func anEvaluationWithAnotherValueIsShownWithTheAnimation() {
    let context = anchor.root
    let shown = Locked<[RecordedAnimation?]>([], rank: .leaf)
    let probe = RenderProbe {
      HeadlessText("\(context.read(second))")
        .animation(.spring, value: context.read(first)).lines
    } onRender: { _ in
      shown.withLock { $0.append(RecordedTransaction.current.animation) }
    }
    #expect(probe.animation == nil)
    context.write(first, 2)
    #expect(probe.animation == .spring)
    context.write(second, 11)
    #expect(probe.animation == nil)
    #expect(probe.output == ["11"])
    #expect(shown.withLock { $0 } == [nil, .spring, nil])
  }

  @Test func anotherValueLeavesTheAnimationOfTheChangeToTheRest() {
    let context = anchor.root
    let probe = RenderProbe {
      HeadlessText("\(context.read(second))")
        .animation(nil, value: context.read(first)).lines
    }
    withRecordedAnimation(.linear) { context.write(second, 11) }
    #expect(probe.animation == .linear)
    withRecordedAnimation(.linear) { context.write(first, 2) }
    #expect(probe.animation == nil)
  }

  @Test func outsideOfAProbeTheViewIsAsItWas() {
    let view = HeadlessText("a").animation(.spring, value: 1)
    #expect(view == HeadlessText("a"))
  }
}
