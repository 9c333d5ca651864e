import StrataConcurrency
import StrataModels
import Testing

/// A model is notified of changes at or below it, once for each transaction.
@Suite struct ModificationTests {
  /// Anchors a sheet below another.
  private static func hold(_ sheet: Sheet) -> (holder: Sheet, sheet: Sheet) {
    let holder = Sheet(100, sheets: [sheet]).withAnchor()
    return (holder, holder.sheets[0])
  }

  /// Counts what a sequence gives until its model is removed, after a closure has run.
  private static func count(
    _ modifications: ModelChanges<Void>,
    in holder: Sheet,
    _ body: () -> Void
  ) async -> Int {
    body()
    holder.sheets = []
    var count = 0
    for await _ in modifications { count += 1 }
    return count
  }

  @Test func tellsOncePerTransactionOfAnythingInTheSubtree() async {
    let (holder, sheet) = Self.hold(Sheet(0, sheets: [Sheet(1, sheets: [Sheet(2)])]))
    let modifications = sheet.node.observeModifications()
    let count = await Self.count(modifications, in: holder) {
      sheet.text = "a"
      sheet.text = "a"
      sheet.sheets[0].sheets[0].numbers.append(1)
      sheet.node.transaction {
        sheet.draft = 1
        sheet.sheets[0].draft = 2
        sheet.sheets[0].draft = 3
      }
      sheet.sheets.append(Sheet(3) { $0.draft = 9 })
    }
    #expect(count == 4)
  }

  /// The old value is needed only by those who revert changes.
  @Test(arguments: [false, true])
  func aCollectionIsNotCopiedBeforeItIsChangedInPlace(isRecorded: Bool) {
    let sheet = Sheet(0).withAnchor()
    sheet.numbers = Array(1...100)
    let modifications = sheet.node.observeModifications()
    let recorder = isRecorded ? StateRecorder(of: sheet) : nil
    let before = Self.address(of: sheet.numbers)
    sheet.numbers[50] = 0
    #expect((Self.address(of: sheet.numbers) == before) == !isRecorded)
    withExtendedLifetime((modifications, recorder)) {}
  }

  private static func address(of numbers: [Int]) -> Int {
    // SAFETY: the address is a number, and nothing is read from it.
    unsafe numbers.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
  }

  private static let scopes: [ModificationScope] = [
    .self, .children, .descendants, .subtree, [.self, .children],
  ]

  @Test(arguments: zip(scopes, [1, 1, 2, 3, 2]))
  func countsOnlyTheScope(scope: ModificationScope, expected: Int) async {
    let (holder, sheet) = Self.hold(Sheet(0, sheets: [Sheet(1, sheets: [Sheet(2)])]))
    let modifications = sheet.node.observeModifications(scope: scope)
    let count = await Self.count(modifications, in: holder) {
      sheet.draft = 1
      sheet.sheets[0].draft = 1
      sheet.sheets[0].sheets[0].draft = 1
    }
    #expect(count == expected)
  }

  @Test func countsOnlyTheKinds() async {
    let (holder, sheet) = Self.hold(Sheet(0, sheets: [Sheet(1), Sheet(2)]))
    let relations = sheet.node.observeModifications(kinds: .parentRelation)
    let all = sheet.node.observeModifications(kinds: [.properties])
    sheet.draft = 1
    sheet.sheets.reverse()
    sheet.sheets.removeLast()
    #expect(await Self.count(relations, in: holder) {} == 1)
    var count = 0
    for await _ in all { count += 1 }
    #expect(count == 3)
  }

  @Test func countsOnlyTheModelsThatAreAskedFor() async {
    let (holder, sheet) = Self.hold(Sheet(0, sheets: [Sheet(1), Sheet(2)]))
    let modifications = sheet.node.observeModifications(where: { ($0 as? Sheet)?.id == 2 })
    let count = await Self.count(modifications, in: holder) {
      sheet.draft = 1
      sheet.sheets[0].draft = 1
      sheet.sheets[1].draft = 1
    }
    #expect(count == 1)
  }

  @Test func printsWhatCounts() async {
    let log = Log()
    let (holder, sheet) = Self.hold(Sheet(0, sheets: [Sheet(1)]))
    let options = DebugOptions(name: "edits", printer: Paper(log: log))
    let path = "Sheet \(sheet.node.context.id)"
    let modifications = sheet.node.observeModifications(
      kinds: .properties,
      where: { ($0 as? Sheet)?.id == 0 },
      debug: options
    )
    let count = await Self.count(modifications, in: holder) {
      sheet.sheets[0].draft = 1
      sheet.node.transaction {
        sheet.draft = 2
        sheet.text = "a"
      }
      sheet.sheets = []
    }
    #expect(count == 2)
    #expect(
      log.entries == [
        "edits:\n  \(path).draft: 0 → 2\n  \(path).text: \"\" → \"a\"\n",
        "edits:\n  \(path).sheets\n",
      ]
    )
  }

  @Test func printsUntilTheSequenceIsDropped() {
    let log = Log()
    let (holder, sheet) = Self.hold(Sheet(0))
    var modifications: ModelChanges<Void>? = sheet.node.observeModifications(
      debug: DebugOptions(printer: Paper(log: log))
    )
    withExtendedLifetime(modifications) { sheet.draft = 1 }
    #expect(log.entries.count == 1)
    modifications = nil
    sheet.draft = 2
    #expect(log.entries.count == 1)
    withExtendedLifetime(holder) {}
  }

  @Test func printsNamesAloneIfNoChangesAreWanted() async {
    let log = Log()
    let (holder, sheet) = Self.hold(Sheet(0))
    let modifications = sheet.node.observeModifications(
      debug: DebugOptions(changes: nil, printer: Paper(log: log))
    )
    let path = "Sheet \(sheet.node.context.id)"
    let count = await Self.count(modifications, in: holder) { sheet.draft = 2 }
    #expect(count == 1)
    #expect(log.entries == ["modifications of Sheet:\n  \(path).draft\n"])
  }

  @Test func excludedPropertiesDoNotCountAnywhereAbove() async {
    let child = Sheet(1, sheets: [Sheet(2)]) { $0.node.excludeFromModifications(\.draft, \.sheets) }
    let (holder, sheet) = Self.hold(Sheet(0, sheets: [child]))
    let modifications = sheet.node.observeModifications()
    let count = await Self.count(modifications, in: holder) {
      sheet.sheets[0].draft = 1
      sheet.sheets[0].sheets[0].text = "a"
      sheet.sheets[0].text = "b"
      sheet.draft = 2
    }
    #expect(count == 2)
  }

  @Test func endsWithTheModelAndWithTheSequence() async {
    let sheet = Sheet(0, sheets: [Sheet(1)]).withAnchor()
    let modifications = sheet.sheets[0].node.observeModifications()
    sheet.sheets[0].draft = 1
    sheet.sheets = []
    var count = 0
    for await _ in modifications { count += 1 }
    #expect(count == 1)
    let texts = reports { _ = Sheet(5).node.observeModifications() }
    #expect(texts.first?.hasPrefix("Modifications of a Sheet that is in no tree") == true)
  }

  @Test func undoingIsAModification() async {
    let stack = ModelUndoStack()
    let holder = Sheet(100, sheets: [Sheet(0)]).withAnchor { $0.undoSystem.backend = stack }
    let sheet = holder.sheets[0]
    sheet.node.trackUndo()
    let modifications = sheet.node.observeModifications()
    let count = await Self.count(modifications, in: holder) {
      sheet.draft = 1
      stack.undo()
    }
    #expect(count == 2)
  }

  @Test func valuesByKeyAreKindsOfTheirOwn() async {
    let (holder, sheet) = Self.hold(Sheet(0, sheets: [Sheet(1)]))
    let key = AttachmentKey("mark", in: .local, initial: 0)
    let local = sheet.node.observeModifications(kinds: .local, where: { ($0 as? Sheet)?.id == 1 })
    let properties = sheet.node.observeModifications(kinds: .properties)
    sheet.sheets[0].node.context[attachment: key] = 1
    sheet.node.context[attachment: key] = 1
    sheet.draft = 1
    #expect(await Self.count(local, in: holder) {} == 1)
    var count = 0
    for await _ in properties { count += 1 }
    #expect(count == 1)
  }
}
