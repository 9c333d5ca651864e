import Dispatch
import StrataConcurrency
import StrataModels
import StrataRendering
import Testing

private struct CardView: View {
  @ObservedModel var card: Card

  var body: some View {
    HStack {
      Button("-") { card.points -= 1 }
      Text("\(card.points)")
      Button("+") { card.points += 1 }
    }
  }
}

private struct BoardView: View {
  @ObservedModel var board: Board

  var body: some View {
    ZStack(alignment: .bottom) {
      List {
        Text("Sum: \(board.sum)")
        ForEach(board.cards) { card in
          CardView(card: card)
        }
      }
      if let detail = board.detail {
        CardView(card: detail)
      }
    }
  }
}

private struct TitleView: View {
  @ObservedModel var board: Board

  var body: some View { Text(board.title) }
}

private struct StepperView: View {
  @ObservedModel var card: Card

  var body: some View {
    Stepper(value: $card.points) {
      Text("\(card.points)")
    }
  }
}

@Suite struct ObservedModelTests {
  private let board = Board(main: Card(points: 1), cards: [Card(points: 2), Card(points: 3)])
    .withAnchor()

  @Test func rendersAgainOnlyForPropertiesThatTheViewRead() {
    let probe = RenderProbe { [board] in TitleView(board: board).lines }
    board.main.points = 5
    board.cards.append(Card())
    board.detail = Card()
    board.title = ""
    #expect(probe.evaluations == 1)
    board.title = "a"
    #expect(probe.evaluations == 2)
    #expect(probe.output == ["a"])
  }

  @Test func nestedModelsAndDerivedValuesAreFollowed() {
    let probe = RenderProbe { [board] in BoardView(board: board).lines }
    #expect(probe.output == ["Sum: 6", "[-] 2 [+]", "[-] 3 [+]"])
    board.cards[0].points = 10
    #expect(probe.output == ["Sum: 14", "[-] 10 [+]", "[-] 3 [+]"])
    board.cards.swapAt(0, 1)
    #expect(probe.output == ["Sum: 14", "[-] 3 [+]", "[-] 10 [+]"])
    board.detail = Card(points: 7)
    #expect(probe.output.last == "[-] 7 [+]")
    board.detail?.points = 8
    #expect(probe.output.last == "[-] 8 [+]")
    let evaluations = probe.evaluations
    board.title = "not shown"
    board.cards[0].onFlip = { _ in }
    #expect(probe.evaluations == evaluations)
    board.detail = nil
    board.cards.removeAll()
    #expect(probe.output == ["Sum: 1"])
  }

  @Test func aRemovedModelWakesNoView() {
    let card = board.cards[0]
    let probe = RenderProbe { [board] in BoardView(board: board).lines }
    board.cards.removeFirst()
    let evaluations = probe.evaluations
    _ = reports { card.points = 99 }
    #expect(probe.evaluations == evaluations)
  }

  @Test func aTransactionIsOneRendering() {
    let probe = RenderProbe { [board] in BoardView(board: board).lines }
    board.node.transaction {
      board.cards[0].points = 10
      board.cards[1].points = 20
      board.cards.append(Card(points: 30))
    }
    #expect(probe.evaluations == 2)
    #expect(probe.output.first == "Sum: 61")
  }

  @Test func controlsActOnTheModel() {
    let view = BoardView(board: board)
    #expect(view.press("+"))
    #expect(board.cards[0].points == 3)
    view.press("-")
    #expect(board.cards[0].points == 2)
  }

  @Test func bindingsReadAndWriteTheModelsProperties() {
    let observed = ObservedModel(wrappedValue: board)
    let title = observed.projectedValue.title
    title.wrappedValue = "bound"
    #expect(board.title == "bound")
    board.title = "written"
    #expect(title.wrappedValue == "written")
    observed.projectedValue.main.points.wrappedValue += 1
    #expect(board.main.points == 2)
    let detail = Binding(observed.projectedValue.detail)
    #expect(detail == nil)
  }

  @Test func aBindingInAViewIsTrackedAndWrites() {
    let probe = RenderProbe { [board] in StepperView(card: board.main).lines }
    #expect(probe.output == ["1 [-] [+]"])
    StepperView(card: board.main).press("+")
    #expect(board.main.points == 2)
    #expect(probe.output == ["2 [-] [+]"])
    #expect(probe.evaluations == 2)
  }

  @Test func laterRenderingsAreMadeOnTheMainQueueWhoeverWrites() async {
    let isMain = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: isMain, value: true)
    let (places, continuation) = AsyncStream<Bool>.makeStream()
    let (board, executor) = (board, MainDelivery.shared)
    let probe = RenderProbe(on: executor) {
      TitleView(board: board).lines
    } onRender: { lines in
      continuation.yield(DispatchQueue.getSpecific(key: isMain) ?? false)
      if lines == ["b"] { continuation.finish() }
    }
    await Task.detached {
      board.title = "a"
      board.title = "b"
    }.value
    var found: [Bool] = []
    for await place in places.dropFirst() { found.append(place) }
    #expect(!found.isEmpty)
    #expect(found.allSatisfy(\.self) == true)
    withExtendedLifetime(probe) {}
  }

  @Test func aViewKeepsNoTreeAlive() {
    let (model, anchor) = Board(title: "x").returningAnchor()
    weak let context = model.node.context
    let observed = ObservedModel(wrappedValue: model)
    withExtendedLifetime(anchor) { #expect(context?.isLive == true) }
    _ = consume anchor
    #expect(context?.isLive != true)
    withExtendedLifetime(observed) {}
  }
}
