import StrataModels
import Testing

@Suite struct ModelTests {
  @Test func copiesShareStateBeforeAndAfterAnchoring() {
    let draft = Counter(count: 1)
    let copy = draft
    copy.count = 2
    #expect(draft.count == 2)
    let model = draft.withAnchor()
    model.count += 1
    #expect(draft.count == 3)
    #expect(copy.count == 3)
  }

  @Test func writesThroughALet() {
    let model = Counter().withAnchor()
    model.increment()
    model.increment()
    #expect(model.count == 2)
  }

  @Test func identityIsUniqueAndSurvivesAnchoring() {
    let draft = Counter()
    let id = draft.id
    let model = draft.withAnchor()
    #expect(model.id == id)
    #expect(Counter().id != id)
  }

  @Test func declaredIdentityWins() {
    #expect(Row(id: 7).id == 7)
  }

  @Test func describesItselfByItsProperties() {
    #expect(Row(id: 7, title: "a").description == #"Row(title: "a")"#)
  }

  @Test func twoWordsLong() {
    #expect(MemoryLayout<Counter>.size == 16)
  }

  @Test func writesFromManyThreadsAreNotLost() async {
    let model = Counter().withAnchor()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<5_000 { model.count += 1 } }
      }
    }
    #expect(model.count == 40_000)
  }

  @Test func secondAnchorIsReportedAndHasNoEffect() {
    let model = Counter(count: 1).withAnchor()
    var second: Counter?
    let texts = reports { second = model.withAnchor() }
    #expect(
      texts == [
        """
        Counter is anchored but already lives in a tree. The second anchor has no effect. Keep the \
        first one, or anchor a new Counter.
        """
      ]
    )
    second = nil
    model.count = 5
    #expect(model.count == 5)
    #expect(second == nil)
  }
}

@Suite struct ForgottenFirstValueTests {
  /// Forgets to give its property a first value.
  struct Forgetful: Model {
    static let modelLayout = ModelLayout<Forgetful>("Forgetful") { $0.slot("name", \.name) }
    var modelNode = ModelNode<Forgetful>()
    var name: String {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
    }
  }

  @Test func writingAPropertyWithoutAFirstValueTraps() async {
    await #expect(processExitsWith: .failure) {
      Forgetful().name = "Blob"
    }
  }

  @Test func readingAPropertyWithoutAFirstValueTraps() async {
    await #expect(processExitsWith: .failure) {
      _ = Forgetful().name
    }
  }
}

@Suite struct MistypedFirstValueTests {
  /// Gives its properties first values of other types.
  struct Mistyped: Model {
    static let modelLayout = ModelLayout<Mistyped>("Mistyped") {
      $0.slot("weight", \.weight)
      $0.slot("rows", \.rows)
    }
    var modelNode = ModelNode<Mistyped>()
    var weight: Double {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
    }
    var rows: [Row] {
      get { modelNode[1] }
      nonmutating set { modelNode[1] = newValue }
    }
  }

  @Test func aNumberOfAnotherTypeIsNamedWithItsPropertyAndRemedy() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Mistyped().modelNode.initialize(0, to: 1)
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("Mistyped.weight (declared at StrataModelsTests/ModelTests.swift:"))
    #expect(
      output.contains(
        """
        , slot 0, is of type Double, and was used as one of type Int. If it is the right slot, the \
        type is that of a literal, as in initialize(0, to: []) or initialize(0, to: 0): write \
        initialize(0, to: … as Double).
        """
      )
    )
  }

  @Test func anEmptyLiteralForModelsIsNamedWithItsPropertyAndRemedy() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Mistyped().modelNode.initialize(1, to: [])
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("Mistyped.rows (declared at StrataModelsTests/ModelTests.swift:"))
    #expect(output.contains("write initialize(1, to: … as Array<Row>)."))
  }

  @Test func aSlotThatTheLayoutDoesNotHaveIsNamed() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Mistyped().modelNode.initialize(2, to: "")
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("Mistyped has no slot 2: its layout has 2, counted from 0."))
  }
}

@Suite struct AccessAfterEndTests {
  @Test func aLateReadAndALateWriteAreEachReportedOnceAtThePropertysDeclaration() throws {
    let listing = Listing(rows: [Row(id: 1, title: "a")]).withAnchor()
    let row = try #require(listing.rows[id: 1])
    listing.rows.removeAll()
    let log = Log()
    let handler: ReportSink.Handler = {
      log.add("\($0.callSite.fileID): \($0.message.prefix(32))")
    }
    ReportSink.withHandler(handler) {
      #expect(row.title == "a")
      row.title = "b"
      #expect(row.title == "a")
      row.title = "c"
    }
    #expect(log.entries.count == 2)
    #expect(log.entries.allSatisfy { $0.hasPrefix("StrataModelsTests/Fixtures.swift: Row.title") })
  }

  @Test func aMisplacedChildIsReportedAtThePropertysDeclaration() {
    let counter = Counter().withAnchor()
    let log = Log()
    let listing = Listing().withAnchor()
    let handler: ReportSink.Handler = { log.add("\($0.callSite.fileID)") }
    ReportSink.withHandler(handler) {
      listing.path = .counter(counter)
    }
    #expect(log.entries == ["StrataModelsTests/Fixtures.swift"])
  }
}
