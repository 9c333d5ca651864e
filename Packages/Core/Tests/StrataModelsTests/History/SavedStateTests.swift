import Foundation
import StrataCore
import StrataModels
import Testing

/// The state of a tree is saved as data and restored from it.
@Suite struct SavedStateTests {
  private static func full(_ log: Log? = nil) -> Folder {
    let folder = Folder(title: "a")
    folder.size = 2.5
    folder.main.text = "main"
    folder.pages = [Jotting("1"), Jotting("2")]
    folder.pages[1].notes.append(Jotting("2a"))
    folder.named["x"] = Jotting("named")
    folder.table = [Item(id: 1, count: 10, log: log), Item(id: 2, count: 20, log: log)]
    folder.open = .item(Item(id: 3, count: 30), note: "n")
    return folder
  }

  @Test func whatIsSavedIsRestoredIntoNewModels() throws {
    let saved = try Self.full().withAnchor().savedState()
    let folder = Folder().withAnchor()
    let report = try folder.restoreState(from: saved)
    #expect(report.isEmpty)
    #expect(folder.plain == Self.full().plain)
    #expect(folder.pages[1].notes[0].node.context.isLive)
    #expect(try folder.savedState() == saved)
  }

  /// Foundation's decoder alone ends the program for some of them.
  @Test func nestedDataThatHoldNoStateAreAnError() async {
    await #expect(processExitsWith: .success) {
      let folder = Folder(title: "a").withAnchor()
      for count in 505...520 {
        for start in ["", #"{"model":"Folder","version":1,"state":"#, #"{"state":{"pages":"#] {
          let text = start + String(repeating: "[", count: count)
          for encoding in [String.Encoding.utf8, .utf16, .utf32LittleEndian] {
            let data = text.data(using: encoding) ?? Data()
            let error = #expect(throws: SavedStateError.self) {
              try folder.restoreState(from: data) { _, _ in }
            }
            let depth = count + start.count { $0 == "{" }
            #expect(error?.code == (depth > 512 ? .tooDeep : .damaged))
            #expect(depth <= 512 || error?.message.contains("are \(depth) levels deep") == true)
          }
        }
      }
      #expect(folder.title == "a")
    }
  }

  @Test func aModelThatHasLeftItsTreeIsNeitherSavedNorRestored() throws {
    let folder = Self.full().withAnchor()
    let saved = try folder.savedState()
    let page = folder.pages[0]
    let copy = folder.frozenCopy
    folder.pages.removeFirst()
    #expect(throws: SavedStateError.self) { try page.savedState() }
    // Its anchor is released at once.
    let model = Self.full().returningAnchor().model
    for attempt in [{ _ = try model.savedState() }, { try model.restoreState(from: saved) }] {
      let error = #expect(throws: SavedStateError.self) { try attempt() }
      #expect(error?.code == .ended)
      #expect(error?.message.hasPrefix("The state of Folder was to be ") == true)
    }
    #expect(try copy.savedState() == saved)
    #expect(try Self.full().savedState() == saved)
  }

  @Test func aModelInSeveralPlacesIsOneAgain() throws {
    let folder = Self.full()
    folder.named["y"] = folder.pages[1]
    folder.main = folder.pages[0]
    let anchored = folder.withAnchor()
    let saved = try anchored.savedState()
    let restored = Folder().withAnchor()
    #expect(try restored.restoreState(from: saved).isEmpty)
    #expect(restored.main.isSameModel(as: restored.pages[0]))
    #expect(restored.named["y"]?.isSameModel(as: restored.pages[1]) == true)
    #expect(restored.pages.count == 2 && restored.named.count == 2)
    restored.named["y"]?.notes[0].text = "seen in both places"
    #expect(restored.pages[1].notes[0].text == "seen in both places")
    #expect(try anchored.savedState() == saved)
  }

  @Test func modelsOfSeveralPlacesBecomeOneInATreeThatHasTwo() throws {
    let folder = Self.full()
    folder.named["y"] = folder.pages[1]
    let plain = folder.plain
    let saved = try folder.withAnchor().savedState()
    let other = Self.full().withAnchor()
    other.named["y"] = Jotting("apart")
    let page = other.pages[1]
    try other.restoreState(from: saved)
    #expect(other.named["y"]?.isSameModel(as: other.pages[1]) == true)
    #expect(other.plain == plain)
    #expect(page.isSameModel(as: other.pages[1]) || !page.node.context.isLive)
  }

  @Test func modelsThatAreThereLiveOn() throws {
    let log = Log()
    let folder = Self.full(log).withAnchor()
    let saved = try folder.savedState()
    let (page, item) = (folder.pages[0], folder.table[0])
    folder.table.removeLast()
    folder.table[0].count = 99
    folder.table.append(Item(id: 4, log: log))
    folder.pages[0].text = "changed"
    folder.pages.removeLast()
    folder.size = nil
    folder.open = .closed
    try folder.restoreState(from: saved)
    #expect(folder.plain == Self.full().plain)
    #expect(folder.pages[0].isSameModel(as: page))
    #expect(folder.table[0].isSameModel(as: item))
    #expect(log.entries == ["+1", "+2", "-2", "+4", "-4"])
    #expect(folder.table[0].log === log)
  }

  @Test func restoringTheStateInForceLeavesRedoPossible() throws {
    let stack = ModelUndoStack()
    let page = Jotting("a").withAnchor { $0.undoSystem.backend = stack }
    page.notes = [Jotting("1"), Jotting("2")]
    page.node.trackUndo()
    page.text = "b"
    stack.undo()
    #expect(stack.canRedo)
    try page.restoreState(from: page.savedState())
    #expect(stack.canRedo)
    #expect(stack.undoCount == 0)
  }

  @Test func restoringIsOneTransactionAndCanBeUndone() throws {
    let stack = ModelUndoStack()
    let folder = Self.full().withAnchor { $0.undoSystem.backend = stack }
    let saved = try folder.savedState()
    folder.node.trackUndo()
    try folder.restoreState(from: saved)
    #expect(stack.undoCount < 2)
    stack.removeAll()
    folder.title = "b"
    folder.pages.removeAll()
    folder.named = [:]
    let changed = folder.plain
    try folder.restoreState(from: saved)
    #expect(stack.undoCount == 4)
    #expect(folder.plain == Self.full().plain)
    stack.undo()
    #expect(folder.plain == changed)
  }

  @Test func damagedDataChangesNothingAndSaysWhere() throws {
    let folder = Self.full().withAnchor()
    let before = folder.plain
    let saved = String(decoding: try folder.savedState(), as: UTF8.self)
    let wrong = saved.replacingOccurrences(of: "\"count\":20", with: "\"count\":\"x\"")
    #expect(wrong != saved)
    for (text, place) in [(wrong, "table[1].count"), (String(saved.dropLast(9)), ""), ("", "")] {
      let error = try #require(throws: SavedStateError.self) {
        try folder.restoreState(from: Data(text.utf8))
      }
      #expect(error.code == .damaged)
      #expect(error.place == place)
      #expect(error.message.contains("The models are as they were."))
    }
    #expect(folder.plain == before)
  }

  @Test(arguments: [
    ("", "There is no data."),
    (#"{"model": "Jotting", "version": 1, "st"#, "The JSON ends too early: it was cut off."),
    (#"{"model": "Jotting", oops}"#, "It is no JSON at byte 21, near 'Jotting\", oops}'."),
    (#"{"model": "Jotting", "version": 1.5}"#, "A number does not fit its property"),
    (#"{"model": 3, "version": 1}"#, "A value of the type String is expected here"),
    (
      #"{"model": null, "version": 1}"#,
      "A value of the type String is expected here, and there is null."
    ),
    (#"{"model": "Jotting"}"#, "'version' is missing here."),
    (
      #"{"model": "", "version": 1, "state": {}}"#,
      "The name of its model is empty, where 'Jotting' is expected."
    ),
    (
      #"{"model": "Jotting", "version": -1, "state": {}}"#,
      "-1 is no version: versions count up from 0."
    ),
  ])
  func whatIsWrongWithDataIsSaidInWords(_ text: String, _ sentence: String) throws {
    let page = Jotting().withAnchor()
    let error = try #require(throws: SavedStateError.self) {
      try page.restoreState(from: Data(text.utf8))
    }
    #expect(error.code == .damaged)
    #expect(error.message.contains(sentence), "\(error.message)")
    #expect(error.message.hasSuffix("Restore a backup, or begin without the data."))
  }

  @Test func aHeadThatCannotBeNamesItsPlaceAndReachesNoMigration() throws {
    let page = Jotting("before").withAnchor()
    for (text, place) in [
      (#"{"model": "", "version": 1, "state": {}}"#, "model"),
      (#"{"model": "Jotting", "version": -1, "state": {}}"#, "version"),
    ] {
      let error = try #require(throws: SavedStateError.self) {
        try page.restoreState(from: Data(text.utf8), version: 2) { _, _ in
          Issue.record("there is nothing to be migrated")
        }
      }
      #expect(error.code == .damaged)
      #expect(error.place == place)
    }
    #expect(page.plain == "before[]")
  }

  @Test func aVersionBelowZeroIsNotSaved() throws {
    let page = Jotting().withAnchor()
    let error = try #require(throws: SavedStateError.self) { try page.savedState(version: -1) }
    #expect(error.code == .encodingFailed)
    #expect(error.message.hasSuffix("Nothing is saved. Count versions from 0 or 1 up."))
    let first = try page.savedState(version: 0)
    #expect(try page.restoreState(from: first, version: 0).isEmpty)
  }

  @Test func otherModelsAndNewerVersionsAreRefused() throws {
    let folder = Folder().withAnchor()
    let page = try Jotting().withAnchor().savedState()
    #expect(throws: SavedStateError.self) { try folder.restoreState(from: page) }
    let newer = try folder.savedState(version: 3)
    for (version, code) in [(2, SavedStateError.Code.newerVersion), (4, .noMigration)] {
      let error = try #require(throws: SavedStateError.self) {
        try folder.restoreState(from: newer, version: version)
      }
      #expect(error.code == code)
    }
    #expect(try folder.restoreState(from: newer, version: 3).isEmpty)
  }

  @Test func oldStatesAreMigrated() throws {
    struct Refused: Error {}
    let old = """
      {"model": "Jotting", "version": 1, "state": {"content": "old", "notes": [{"content": "n", "notes": []}]}}
      """
    let page = Jotting("before").withAnchor()
    func rename(_ node: inout SavedNode) {
      node["text"] = node.removeValue(forKey: "content")
      node["notes"]?.changeElements(rename)
    }
    let report = try page.restoreState(from: Data(old.utf8), version: 2) { state, version in
      #expect(version == 1)
      rename(&state)
    }
    #expect(report.isEmpty)
    #expect(page.plain == "old[\"n[]\"]")
    let error = try #require(throws: SavedStateError.self) {
      try page.restoreState(from: Data(old.utf8), version: 2) { _, _ in throw Refused() }
    }
    #expect(error.code == .migrationFailed)
    #expect(error.cause is Refused)
    #expect(page.text == "old")
  }

  @Test func aPartOfAStateIsWrittenAsALiteral() {
    var state: SavedNode = ["name": "old", "gone": true]
    state["tags"] = ["home", 2, 2.5, false]
    state["gone"] = nil
    #expect(
      state
        == .object([
          "name": .string("old"),
          "tags": .array([.string("home"), .integer(2), .number(2.5), .bool(false)]),
        ])
    )
    #expect(["a": 1, "a": 2] as SavedNode == .object(["a": .integer(2)]))
  }

  @Test(arguments: [500, 509, 510, 511, 512, 513, 514, 600])
  func aMigrationThatNestsTooDeeplyIsRefusedInASentence(depth: Int) throws {
    let old = #"{"model": "Jotting", "version": 1, "state": {"text": "new", "notes": []}}"#
    let page = Jotting("before").withAnchor()
    do {
      let report = try page.restoreState(from: Data(old.utf8), version: 2) { state, _ in
        var deep = SavedNode.null
        for _ in 0..<depth { deep = .array([deep]) }
        state["deep"] = deep
      }
      #expect(report.unknown == ["deep"])
      #expect(page.text == "new")
      #expect(depth < 510)
    } catch {
      #expect(error.code == .migrationFailed)
      #expect(error.message.utf8.count < 300)
      #expect(page.text == "before")
      #expect(depth >= 510)
    }
  }

  @Test func whatDoesNotFitIsNamed() throws {
    let text = """
      {"model": "Jotting", "version": 1, "state": {"text": "a", "colour": 1, "notes": [{"text": "n", "size": 2}]}}
      """
    let page = Jotting().withAnchor()
    page.notes.append(Jotting())
    page.notes[0].notes.append(Jotting("kept"))
    let report = try page.restoreState(from: Data(text.utf8))
    #expect(Set(report.unknown) == ["colour", "notes[0].size"])
    #expect(report.missing == ["notes[0].notes"])
    #expect(page.plain == "a[\"n[\\\"kept[]\\\"]\"]")
  }

  /// A model with a property that cannot be saved.
  struct Closed: SavableModel {
    static let modelLayout = ModelLayout<Closed>("Closed") {
      $0.slot("count", \.count)
      $0.slot("action", \.action)
      $0.slot("cards", \.cards)
    }
    var modelNode = ModelNode<Closed>()
    var count: Int {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
    }
    var action: @Sendable () -> Void {
      get { modelNode[1] }
      nonmutating set { modelNode[1] = newValue }
    }
    var cards: [Counter] {
      get { modelNode[2] }
      nonmutating set { modelNode[2] = newValue }
    }
    init() {
      modelNode.initialize(0, to: 0)
      modelNode.initialize(1, to: {} as @Sendable () -> Void)
      modelNode.initialize(2, to: [Counter]())
    }
    init(saved values: SavedValues) throws { self.init() }
  }

  @Test func whatCannotBeSavedIsNamedByTypeAndProperty() throws {
    let error = try #require(throws: SavedStateError.self) {
      try Closed().withAnchor().savedState()
    }
    #expect(error.code == .cannotBeSaved)
    #expect(error.message.contains("Closed.action of the type @Sendable () -> ()"))
    #expect(error.message.contains("Closed.cards of the type Array<Counter>"))
    #expect(!error.message.contains("Closed.count"))
  }

  @Test func aStateIsOfOneMoment() throws {
    let page = Jotting("a").withAnchor()
    let inside = try page.node.transaction { () throws -> Data in
      page.text = "b"
      return try page.savedState()
    }
    page.text = "c"
    try page.restoreState(from: inside)
    #expect(page.text == "b")
    let detached = Jotting("d")
    try detached.restoreState(from: inside)
    #expect(detached.text == "b")
  }
}
