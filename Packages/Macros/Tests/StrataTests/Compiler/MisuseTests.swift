#if os(Linux)
import Testing

/// The messages about the usual mistakes: one for each, with what to do. The first line of each source is the
/// import.
@Suite(.serialized) struct MisuseTests {
  @Test func workThatCanFailAsksForCatch() throws {
    let source = """
      @Model struct Search {
        var results: [String] = []
        func find() async throws -> [String] { [] }
        func run() {
          node.task { results = try await find() }
          node.task("named", priority: .low) {
            let found = try await find()
            results = found
          }
          node.task { results = try await find() } catch: { _ in results = [] }
          node.task { results = (try? await find()) ?? [] }
        }
      }
      """
    let message = """
      error: 'task(_:isDetached:priority:isolation:operation:)' is unavailable: This work can fail, and \
      no code receives its error: add 'catch: { error in … }' after the closure, or handle the error in \
      it with 'do' and 'catch'
      """
    #expect(try Compiler.diagnostics(of: source) == ["6: \(message)", "7: \(message)"])
  }

  @Test func anEventWithASlipOfTheKeyHasAProposal() throws {
    let source = """
      @Model struct Row {
        enum Event { case tapped }
        var title = ""
        func tap() { node.send(.taped) }
      }
      """
    #expect(
      try Compiler.diagnostics(of: source).contains(
        "5: warning: 'Event' has no case 'taped': did you mean 'tapped'? (from macro 'Model ')"
      )
    )
    #expect(try Compiler.remedies(of: source).contains("Use 'tapped'"))
  }

  @Test func aCachedValueThatDependsOnAnArgumentHasAProposal() throws {
    let source = """
      @Model struct List {
        var sizes: [Int] = []
        func larger(than size: Int) -> Int { node.memoize { sizes.filter { $0 > size }.count } }
      }
      """
    #expect(
      try Compiler.diagnostics(of: source) == [
        """
        4: warning: The cached value has no key, so it stays the same for each 'size': write \
        'node.memoize(for: size)', or read what it depends on inside the closure (from macro 'Model ')
        """
      ]
    )
    #expect(try Compiler.remedies(of: source) == ["Insert 'for: size'"])
    let keyed = source.replacing("node.memoize {", with: "node.memoize(for: size) {")
    #expect(try Compiler.diagnostics(of: keyed) == [])
  }

  @Test func aRecursiveModelWhoseIdentityIsHiddenHasAProposal() throws {
    let source = """
      struct Settings: Equatable, Sendable { var size = 1 }
      @Model struct Folder {
        let id: Int
        var settings = Settings()
        var folders: IdentifiedArrayOf<Folder> = []
      }
      """
    let diagnostics = try Compiler.diagnostics(of: source)
    #expect(diagnostics.contains { $0.contains("does not conform to protocol 'Identifiable'") })
    #expect(diagnostics.contains { $0.contains("declare 'Folder: Identifiable'") })
    #expect(try Compiler.remedies(of: source).contains("Declare 'Identifiable'"))
    let declared = source.replacing("struct Folder {", with: "struct Folder: Identifiable {")
    #expect(try Compiler.diagnostics(of: declared) == [])
    let typed = source.replacing("var settings =", with: "var settings: Settings =")
    #expect(try Compiler.diagnostics(of: typed) == [])
  }

  @Test func anEventThatIsWaitedForNeedsNoType() throws {
    let source = """
      @Model struct Row {
        enum Event: Equatable { case tapped }
        var taps = 0
        func onActivate() { node.forEach(node.event(of: .tapped)) { taps += 1 } }
      }
      """
    #expect(try Compiler.diagnostics(of: source) == [])
  }

  /// `@Model` does not see an extension, and no type forbids `mutating` in one: the compiler rejects the call.
  @Test func aMutatingFunctionOfAnExtensionIsRejectedOfAConstantModel() throws {
    let source = """
      @Model struct Counter { var number = 0 }
      extension Counter { mutating func reset() { number = 0 } }
      func use(_ counter: Counter) { counter.reset() }
      func use(_ counters: inout [Counter]) { counters[0].reset() }
      """
    #expect(
      try Compiler.diagnostics(of: source) == [
        "4: error: cannot use mutating member on immutable value: 'counter' is a 'let' constant"
      ]
    )
  }

  @Test func equalityThatIsDeclaredElsewhereIsAskedForAtTheStruct() throws {
    let source = """
      @Model struct Point { var x = 0 }
      extension Point: Equatable {}
      @Model struct Place { var x = 0 }
      extension Place: Hashable { static func == (a: Place, b: Place) -> Bool { a.x == b.x } }
      @Model struct Spot { var x = 0 }
      extension Spot: Equatable { static func == (a: Spot, b: Spot) -> Bool { a.x == b.x } }
      """
    let diagnostics = try Compiler.diagnostics(of: source)
    #expect(
      diagnostics == [
        "3: error: type 'Point' does not conform to protocol 'Equatable'",
        """
        3: error: unavailable operator function '==' was used to satisfy a requirement of protocol \
        'Equatable': @Model writes '==' only where Equatable stands at the struct itself, as in \
        '@Model struct Name: Equatable'. Declare it there, or write '==' by hand
        """,
        "5: error: type 'Place' does not conform to protocol 'Hashable'",
        """
        5: error: unavailable instance method 'hash(into:)' was used to satisfy a requirement of \
        protocol 'Hashable': @Model writes 'hash(into:)' only where Hashable stands at the struct \
        itself, as in '@Model struct Name: Hashable'. Declare it there, or write it by hand
        """,
      ]
    )
  }

  @Test func codingNamesTheStateThatCanBeSaved() throws {
    let source = """
      @Model struct Point: Codable { var x = 0 }
      @Model struct Spot: Codable { var x = 0 }
      extension Spot {
        init(from decoder: any Decoder) throws { self.init(x: 1) }
        func encode(to encoder: any Encoder) throws {}
      }
      """
    #expect(
      try Compiler.diagnostics(of: source) == [
        "2: error: type 'Point' does not conform to protocol 'Decodable'",
        """
        2: error: unavailable initializer 'init(from:)' was used to satisfy a requirement of protocol \
        'Decodable': A model is a handle, which has no synthesized coding. Conform it to SavableModel \
        and call 'restoreState(from:)', or write 'init(from:)' by hand
        """,
        "2: error: type 'Point' does not conform to protocol 'Encodable'",
        """
        2: error: unavailable instance method 'encode(to:)' was used to satisfy a requirement of \
        protocol 'Encodable': A model is a handle, which has no synthesized coding. Conform it to \
        SavableModel and call 'savedState()', or write 'encode(to:)' by hand
        """,
      ]
    )
  }

  @Test func aCaseWithoutAPathNamesTheMacro() throws {
    let source = """
      @Model struct Page { var title = "" }
      @ModelContainer enum Sheet { case edit(Page), none }
      @ModelContainer @CasePathable enum Panel { case edit(Page), none }
      @Model struct Desk {
        var sheet: Sheet?
        var panel: Panel?
        func print() {
          Swift.print(sheet?[case: \\.edit]?.title ?? "")
          Swift.print(sheet[case: \\.edit]?.title ?? "")
          Swift.print(sheet?.is(\\.edit) ?? false)
          Swift.print(panel?[case: \\.edti]?.title ?? "")
          Swift.print(panel?[case: \\.edit]?.title ?? "")
          panel[case: \\.edit]?.title = ""
        }
      }
      """
    let message = """
      is unavailable: There is no case path of this name: write @CasePathable at the enum beside \
      @ModelContainer, or correct the name of the case
      """
    #expect(
      try Compiler.diagnostics(of: source) == [
        "9: error: 'subscript(case:)' \(message)", "10: error: 'subscript(case:)' \(message)",
        "11: error: 'is' \(message)", "12: error: 'subscript(case:)' \(message)",
      ]
    )
  }

  @Test func aCaseWithoutAPathNamesTheMacroWhateverIsDoneWithThePayload() throws {
    let source = """
      @Model struct Page {
        var title = ""
        var lines: [String] = []
        func clear(keeping count: Int) {}
      }
      @ModelContainer enum Sheet { case edit(Page), none }
      @Model struct Desk {
        var sheet: Sheet?
        var title: String? { sheet?[case: \\.edit]?.title }
        var isNew: Bool { sheet?[case: \\.edit]?.title == "new" }
        func run() {
          sheet?[case: \\.edit]?.title = "new"
          sheet?[case: \\.edit]?.title += "!"
          sheet?[case: \\.edit]?.clear(keeping: 1)
          if let page = sheet?[case: \\.edit] { print(page.title) }
          for line in sheet?[case: \\.edit]?.lines ?? [] { print(line) }
          sheet?.modify(\\.edit) { $0.title = "new" }
        }
      }
      """
    let lines = try Compiler.diagnostics(of: source)
    #expect(lines.allSatisfy { $0.contains("write @CasePathable at the enum beside") }, "\(lines)")
    let places = lines.map { $0.prefix { $0 != ":" } }
    #expect(places == ["10", "11", "13", "14", "15", "16", "17", "18"])
  }

  @Test func aWrapperThatStoresInTheHandleIsRefused() throws {
    let source = """
      @propertyWrapper struct Clamped: Sendable {
        private var value = 0
        var wrappedValue: Int {
          get { value }
          set { value = min(newValue, 10) }
        }
        init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
      }
      @Model struct Volume {
        @Clamped var level = 0
        @Clamped private(set) var `default` = 0
        var name = ""
      }
      """
    let message = """
      error: 'accept' is unavailable: Each copy of the model would have a value of its own here: the \
      wrapper stores it in the handle. Use a plain 'var' with 'didSet', a computed property with \
      'nonmutating set', or a wrapper whose setter is 'nonmutating'
      """
    #expect(try Compiler.diagnostics(of: source) == [])
    #expect(try Compiler.diagnosticsInExpansions(of: source) == [message, message])
  }

  @Test func aLocalModelIsAskedToMoveOut() throws {
    let source = """
      func run() {
        @Model struct Local { var x = 0 }
        print(Local().x)
      }
      """
    let diagnostics = try Compiler.diagnostics(of: source)
    #expect(
      Set(diagnostics) == [
        """
        3: error: A model cannot be declared in a function: Swift adds no conformance to a local type \
        by macro. Declare it in a type or at the top of the file (from macro 'Model ')
        """,
        "3: error: local type cannot have attached extension macro",
      ]
    )
    #expect(try Compiler.diagnosticsInExpansions(of: source) == [])
  }

  @Test func whatAContainerCannotCompareIsSaid() throws {
    let source = """
      struct Action { let run: @Sendable () -> Void }
      @Model struct Page { var title = "" }
      @ModelContainer enum Path: Equatable { case page(Page), action(Action) }
      @ModelContainer struct Tab: Hashable { var page: Page; var action: Action }
      """
    #expect(
      Set(try Compiler.diagnosticsInExpansions(of: source)) == [
        """
        error: 'equatable' is unavailable: A value that a container holds cannot be compared: make its \
        type Equatable, or write '==' in the container's body
        """,
        """
        error: 'hashable' is unavailable: A value that a container holds cannot be hashed: make its \
        type Hashable, or write '==' and 'hash(into:)' in the container's body
        """,
      ]
    )
  }

  @Test func whatAModelCannotCompareIsSaidAtTheProperty() throws {
    let source = """
      @Model struct Note: Equatable { var any: (any Sendable)?; var text = "" }
      """
    #expect(
      try Compiler.diagnostics(of: source) == [
        """
        2: error: A value of type 'any Sendable' cannot be compared: give the property a type that is \
        Equatable, or write '==' in the model's body (from macro 'Model ')
        """
      ]
    )
    #expect(try Compiler.diagnosticsInExpansions(of: source) == [])
  }

  @Test func aNameThatTheMacroWritesIsTheOnlyError() throws {
    let source = "@Model struct Note { var modelNode = 3; var text = \"\" }"
    #expect(
      try Compiler.diagnostics(of: source) == [
        """
        2: error: 'modelNode' is written by @Model: remove this one, or remove @Model and write all of \
        them (from macro 'Model ')
        """
      ]
    )
    #expect(try Compiler.diagnosticsInExpansions(of: source) == [])
  }

  @Test func theIdentityOfAContainerAsksForSendableContents() throws {
    let source = """
      final class Draft { var text = "" }
      @Model struct Page { var title = "" }
      @ModelContainer enum Path: Identifiable { case page(Page), draft(Draft) }
      """
    #expect(
      try Compiler.diagnosticsInExpansions(of: source) == [
        "error: type 'Draft' does not conform to the 'Sendable' protocol"
      ]
    )
  }

  @Test func anIdentifiedArrayHoldsContainersWithoutAnIDOfTheirOwn() throws {
    let source = """
      @Model struct Item { var n = 0 }
      @ModelContainer enum Screen: Identifiable { case item(Item), items([Item]), help }
      @Model struct Nav { var path: IdentifiedArrayOf<Screen> = [] }
      """
    #expect(try Compiler.diagnostics(of: source) == [])
    #expect(try Compiler.diagnosticsInExpansions(of: source) == [])
  }

  @Test(arguments: ["nonisolated", ""])
  func containersAreComparedWhereTheMainActorIsTheDefault(_ isolation: String) throws {
    let source = """
      @Model nonisolated struct Page { var title = "" }
      @ModelContainer \(isolation) enum Path: Hashable, Identifiable { case page(Page), none }
      @ModelContainer \(isolation) enum Step: Equatable { case page(Page), none }
      @ModelContainer \(isolation) enum Kept: Codable, Equatable { case number(Int), none }
      @Model nonisolated struct Desk { var path: [Path] = [] }
      func isHome(_ desk: Desk, _ page: Page) -> Bool { desk.path == [.page(page)] }
      """
    #expect(try Compiler.diagnostics(of: source, "-default-isolation", "MainActor") == [])
  }

  @Test func aModelWithoutEqualityIsNotComparedInSilence() throws {
    let source = """
      @Model struct Page { var title = "" }
      func isSame(_ a: Page, _ b: Page) -> Bool { a == b }
      """
    #expect(
      try Compiler.diagnostics(of: source) == [
        """
        3: error: '==' is unavailable: @Model writes '==' only where Equatable stands at the struct \
        itself, as in '@Model struct Name: Equatable'. Declare it there, or write '==' by hand
        """
      ]
    )
  }

  @Test func aMistakeInTheInitializerIsNotTakenForDecoding() throws {
    let source = """
      @Model struct Page {
        var title: String
      }
      let page = Page()
      """
    #expect(
      try Compiler.diagnostics(of: source) == [
        "5: error: missing argument for parameter 'title' in call"
      ]
    )
  }
}
#endif
