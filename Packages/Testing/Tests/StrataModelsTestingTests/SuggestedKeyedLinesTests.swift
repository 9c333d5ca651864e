import StrataModels
import StrataModelsTesting
import StrataTestFindings
import Testing

extension LocalKeys {
  fileprivate var isOpen: LocalStorage<Bool> { .init(defaultValue: false) }
  fileprivate var chosen: LocalStorage<Int?> { .init(defaultValue: nil) }
  fileprivate var point: LocalStorage<Gallery.Point> { .init(defaultValue: Gallery.Point()) }
}

extension EnvironmentKeys {
  fileprivate var mood: EnvironmentStorage<Gallery.Mood> { .init(defaultValue: .sad) }
  fileprivate var names: EnvironmentStorage<[String]> { .init(defaultValue: []) }
}

extension PreferenceKeys {
  fileprivate var sum: PreferenceStorage<Int> { .init(defaultValue: 0) { $0 += $1 } }
}

/// The suggested lines for values that a model has by key, for transitions, and for right sides.
@Suite struct SuggestedKeyedLinesTests {
  @Test func linesOfLocalValuesPass() async throws {
    try await SuggestedLines.check(kinds: [.local]) {
      let board = Board(counters: [Counter()]).withAnchor()
      board.node.local.isOpen = true
      board.counters[0].node.local.chosen = 3
      board.node.local.point = Gallery.Point(x: 2)
    } asserting: {
      let board = Board(counters: [Counter()]).withAnchor()
      board.node.local.isOpen = true
      board.counters[0].node.local.chosen = 3
      board.node.local.point = Gallery.Point(x: 2)
      await expect {
        board.node.local.isOpen == true
        board.counters[0].node.local.chosen == 3
        (board.node.local.point as Any?) != nil
      }
    }
  }

  @Test func aLineOfALocalValueThatIsNilPasses() async throws {
    try await SuggestedLines.check(kinds: [.local]) {
      let board = Board().withAnchor()
      board.node.local.chosen = 3
      await expect(board.node.local.chosen == 3)
      board.node.local.chosen = nil
    } asserting: {
      let board = Board().withAnchor()
      board.node.local.chosen = 3
      await expect(board.node.local.chosen == 3)
      board.node.local.chosen = nil
      await expect(board.node.local.chosen == nil)
    }
  }

  @Test func linesOfTheEnvironmentPass() async throws {
    try await SuggestedLines.check(kinds: [.environment]) {
      let board = Board().withAnchor()
      board.node.environment.mood = .merry(at: 2, "x")
      board.node.environment.names = ["a"]
    } asserting: {
      let board = Board().withAnchor()
      board.node.environment.mood = .merry(at: 2, "x")
      board.node.environment.names = ["a"]
      await expect {
        board.node.environment.mood == .merry(at: 2, "x")
        board.node.environment.names == ["a"]
      }
    }
  }

  @Test func linesOfPreferencesPass() async throws {
    try await SuggestedLines.check(kinds: [.preference]) {
      let board = Board(counters: [Counter()]).withAnchor()
      board.counters[0].node.preference.sum = 3
    } asserting: {
      let board = Board(counters: [Counter()]).withAnchor()
      board.counters[0].node.preference.sum = 3
      await expect([board.counters[0].node.preference.sum].count == 1)
    }
  }

  @Test func linesOfTransitionsPass() async throws {
    try await SuggestedLines.check(
      kinds: [.transitions],
      exhaustivity: .full.adding(.transitions)
    ) {
      let counter = Counter().withAnchor()
      counter.count = 1
      counter.isLoading = true
      counter.fact = "x"
      counter.count = -2
      counter.fact = nil
    } asserting: {
      let counter = Counter().withAnchor()
      counter.count = 1
      counter.isLoading = true
      counter.fact = "x"
      counter.count = -2
      counter.fact = nil
      await expect(counter.count == 1)
      await expect(counter.isLoading == true)
      await expect(counter.fact == "x")
      await expect(counter.count == -2)
      await expect(counter.fact == nil)
    }
  }

  /// Both assertions are of one model; the second has the right sides that the failures of the first name.
  @Test func rightSidesPass() async throws {
    let line = #line
    let failing = await Findings.of(exhaustivity: .off) {
      let gallery = Gallery().withAnchor()
      gallery.change()
      await expect {
        gallery.flag == false
        gallery.number == 3
        gallery.ratio == 1
        gallery.ratios == []
        gallery.text == ""
        gallery.perhapsText == nil
        gallery.mood == .sad
        gallery.plainMood == .none
        gallery.names == ["x"]
      }
    }
    let passing = await Findings.of(exhaustivity: .off) {
      let gallery = Gallery().withAnchor()
      gallery.change()
      await expect {
        gallery.flag == true
        gallery.number == -3
        gallery.ratio == 0.25
        gallery.ratios == [1.5, -.infinity]
        gallery.text == "a \"b\"\n\\"
        gallery.perhapsText == "x"
        gallery.mood == .merry(at: 3, "b")
        gallery.plainMood == .sad
        gallery.names == ["a", "b"]
      }
    }
    #expect(passing.messages == [])
    let properties = [
      "flag", "number", "ratio", "ratios", "text", "perhapsText", "mood", "plainMood", "names",
    ]
    let asserted = try SuggestedLines.lines(ofFile: #filePath, from: line)
    #expect(failing.messages.count == properties.count)
    for (property, message) in zip(properties, failing.messages) {
      let right = try #require(message.split(separator: "This right side would pass: ").last)
      let line = "gallery.\(property) == \(right.prefix { $0 != "\n" })"
      #expect(asserted.contains(line), "\(line)")
    }
  }
}
