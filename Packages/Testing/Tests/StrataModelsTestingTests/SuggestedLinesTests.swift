import StrataExtensions
import StrataModels
import StrataModelsTesting
import StrataTestFindings
import Testing

/// A model with a value that cannot be compared.
private struct Frame: Model {
  struct Size: Sendable { var width = 0, height = 0 }

  static let modelLayout = ModelLayout<Frame>("Frame") { $0.slot("size", \.size) }
  var modelNode = ModelNode<Frame>()

  var size: Size {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
    nonmutating _modify { yield &modelNode[0] }
  }

  init() { modelNode.initialize(0, to: Size()) }
}

/// The lines that failures suggest, fed back to the compiler: each stands below in a test that passes.
@Suite struct SuggestedLinesTests {
  @Test func linesOfStatePass() async throws {
    try await SuggestedLines.check(kinds: [.state]) {
      let gallery = Gallery().withAnchor()
      gallery.change()
      withExtendedLifetime(gallery) {}
    } asserting: {
      let gallery = Gallery().withAnchor()
      gallery.change()
      await expect {
        gallery.flag == true
        gallery.number == -3
        gallery.ratio == 0.25
        gallery.ratios == [1.5, -.infinity]
        (gallery.notANumber as Any?) != nil
        gallery.text == "a \"b\"\n\\"
        gallery.perhaps == nil
        gallery.perhapsText == "x"
        gallery.mood == .merry(at: 3, "b")
        gallery.plainMood == .sad
        gallery.perhapsMood != nil
        gallery.point.x == 1
        gallery.perhapsPoint != nil
        gallery.names == ["a", "b"]
        gallery.points.count == 1
        gallery.table == ["a": 1]
      }
    }
  }

  @Test func linesOfAStructThatCannotBeComparedNameAllItsParts() async throws {
    let findings = await Findings.of {
      let frame = Frame().withAnchor()
      frame.size.width = 3
      withExtendedLifetime(frame) {}
    }
    let lines = "\n  frame.size.width == 3\n  frame.size.height == 0"
    #expect(findings.messages.first?.hasSuffix(lines) == true)
    try await SuggestedLines.check(kinds: [.state]) {
      let frame = Frame().withAnchor()
      frame.size = Frame.Size(width: 3, height: 0)
      withExtendedLifetime(frame) {}
    } asserting: {
      let frame = Frame().withAnchor()
      frame.size = Frame.Size(width: 3, height: 0)
      await expect {
        frame.size.width == 3
        frame.size.height == 0
      }
    }
  }

  @Test func linesOfPartsPass() async throws {
    try await SuggestedLines.check(kinds: [.state]) {
      let hall = Hall().withAnchor()
      hall.change()
      withExtendedLifetime(hall) {}
    } asserting: {
      let hall = Hall().withAnchor()
      hall.change()
      await expect {
        hall.doors[1].count == 1
        hall.gate?.count == 2
        hall.place[case: \.garden]?.count == 3
        hall.perhapsPlace?[case: \.garden]?.count == 4
        hall.rooms["k"]?.count == 5
      }
    }
  }

  @Test func linesOfEventsPass() async throws {
    try await SuggestedLines.check(kinds: [.events]) {
      let counter = Counter(count: 3).withAnchor()
      counter.announce()
      counter.node.send("text")
      counter.node.send(2 as UInt8)
      counter.node.send(Gallery.Mood.merry(at: 1, "x"))
      await expect(counter.count == 3)
    } asserting: {
      let counter = Counter(count: 3).withAnchor()
      counter.announce()
      counter.node.send("text")
      counter.node.send(2 as UInt8)
      counter.node.send(Gallery.Mood.merry(at: 1, "x"))
      await expect {
        counter.count == 3
        counter.didSend(.reached(3))
        counter.didSend("text")
        counter.didSend(2 as UInt8)
        counter.didSend(Gallery.Mood.merry(at: 1, "x"))
      }
    }
  }

  /// A model that consists of its properties alone is a model like others.
  @Test func linesOfEventsOfAModelWithoutConstantsPass() async throws {
    try await SuggestedLines.check(kinds: [.events]) {
      let board = Board().withAnchor()
      board.node.send("text")
      await expect(board.chosen == nil)
    } asserting: {
      let board = Board().withAnchor()
      board.node.send("text")
      await expect {
        board.chosen == nil
        board.didSend("text")
      }
    }
  }

  @Test func aLineForgetsEventsThatCannotBeWritten() async throws {
    try await SuggestedLines.check(kinds: [.events]) {
      let counter = Counter(count: 3).withAnchor()
      counter.node.send(Gallery.Point(x: 1))
      await expect(counter.count == 3)
    } asserting: {
      let counter = Counter(count: 3).withAnchor()
      counter.node.send(Gallery.Point(x: 1))
      await expect(counter.count == 3)
      await settle(resetting: .events)
    }
  }

  @Test func linesOfProbesPass() async throws {
    try await SuggestedLines.check(kinds: [.probes, .probes]) {
      let saved = TestProbe("onSave")
      let closed = TestProbe()
      saved.call(1, "two")
      saved.call(nil as Int?, [1.5], 2 as UInt8, Gallery.Mood.sad, [] as [Int])
      closed.call()
    } asserting: {
      let saved = TestProbe("onSave")
      let closed = TestProbe()
      saved.call(1, "two")
      saved.call(nil as Int?, [1.5], 2 as UInt8, Gallery.Mood.sad, [] as [Int])
      closed.call()
      await expect {
        saved.wasCalled(with: 1, "two")
        // swift-format-ignore
        saved.wasCalled(with: nil as Optional<Int>, [1.5], 2 as UInt8, .sad as StrataModelsTestingTests.Gallery.Mood, [] as Array<Int>)
        closed.wasCalled()
      }
    }
  }

  @Test func aRootWithoutAVariableIsAPlaceholder() async {
    let findings = await Findings.of {
      await increment(Counter().withAnchor())
    }
    #expect(findings.messages.first?.hasSuffix("pass:\n  <#counter#>.count == 1") == true)
  }
}

private func increment(_ counter: Counter) async {
  counter.increment()
  await settle(resetting: .off)
}
