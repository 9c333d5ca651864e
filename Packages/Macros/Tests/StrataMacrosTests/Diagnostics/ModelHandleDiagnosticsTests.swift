import SwiftSyntax
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import StrataMacros

/// Members that would change the handle, or that belong to the handle alone.
@Suite struct ModelHandleDiagnosticsTests {
  /// The diagnostics of `@Model` about a source, and the source with its fix-its applied.
  private func expectRejection(
    of source: String,
    _ diagnostics: [(message: String, line: Int, column: Int, fixIt: String)],
    fixed: String,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let found = try Refusals(of: source)
    let expected = diagnostics.map {
      "\($0.line):\($0.column): \($0.message) [\($0.fixIt)]"
    }
    #expect(found.lines == expected, sourceLocation: sourceLocation)
    #expect(found.fixed == fixed, sourceLocation: sourceLocation)
  }

  @Test func refusesASetterThatChangesTheHandle() throws {
    let message = """
      A setter of a model does not change the handle, which may be a 'let': write 'nonmutating set'
      """
    try expectRejection(
      of: """
        @Model struct Meeting {
          var minutes = 5
          var seconds: Int {
            get { minutes * 60 }
            set { minutes = newValue / 60 }
          }
          var half: Int {
            get { minutes / 2 }
            nonmutating set { minutes = newValue * 2 }
          }
          subscript(part: Int) -> Int {
            get { minutes / part }
            // Whole parts only.
            set(value) { minutes = value * part }
          }
          static var longest: Int {
            get { 60 }
            set { }
          }
        }
        """,
      [(message, 5, 5, "Insert 'nonmutating'"), (message, 14, 5, "Insert 'nonmutating'")],
      fixed: """
        @Model struct Meeting {
          var minutes = 5
          var seconds: Int {
            get { minutes * 60 }
            nonmutating set { minutes = newValue / 60 }
          }
          var half: Int {
            get { minutes / 2 }
            nonmutating set { minutes = newValue * 2 }
          }
          subscript(part: Int) -> Int {
            get { minutes / part }
            // Whole parts only.
            nonmutating set(value) { minutes = value * part }
          }
          static var longest: Int {
            get { 60 }
            set { }
          }
        }
        """
    )
  }

  @Test func refusesAFunctionThatChangesTheHandle() throws {
    let message = """
      A function of a model does not change the handle, which may be a 'let': it needs no 'mutating'
      """
    try expectRejection(
      of: """
        @Model struct Meeting {
          var minutes = 5
          /// One more.
          mutating func extend() { minutes += 1 }
          #if DEBUG
          public mutating func reset() { minutes = 0 }
          #endif
        }
        """,
      [(message, 4, 3, "Remove 'mutating'"), (message, 6, 10, "Remove 'mutating'")],
      fixed: """
        @Model struct Meeting {
          var minutes = 5
          /// One more.
          func extend() { minutes += 1 }
          #if DEBUG
          public func reset() { minutes = 0 }
          #endif
        }
        """
    )
  }

  @Test func refusesAModelThatEachInstanceHoldsOf() throws {
    func message(_ name: String) -> String {
      """
      A model cannot hold a model of its own kind in each instance: there would be no last one. Make \
      the property optional, as '\(name)?', or a collection
      """
    }
    try expectRejection(
      of: """
        @Model struct Person {
          var mother: Person
          var father: Self // by blood
          var child: Person?
          var friends: [Person] = []
          static var first: Person { Person() }
          var last: Person { self }
          var spare = Person()
        }
        """,
      [
        (message("Person"), 2, 15, "Make it optional"),
        (message("Self"), 3, 15, "Make it optional"),
        (message("Person"), 8, 15, ""),
      ],
      fixed: """
        @Model struct Person {
          var mother: Person?
          var father: Self? // by blood
          var child: Person?
          var friends: [Person] = []
          static var first: Person { Person() }
          var last: Person { self }
          var spare = Person()
        }
        """
    )
  }

  @Test func refusesADependencyThatIsCaptured() throws {
    let message = """
      @Dependency reads what is in force where the model is made, and misses what is overridden at the \
      model's place in the tree: use @ModelDependency
      """
    try expectRejection(
      of: """
        @Model struct Meeting {
          /// What time it is.
          @Dependency(\\.continuousClock) private var clock
          @Dependency(Client.self) var client: Client
          @StrataDependencies.Dependency(\\.uuid)
          var uuid
        }
        """,
      [
        (message, 3, 3, "Use '@ModelDependency'"), (message, 4, 3, "Use '@ModelDependency'"),
        (message, 5, 3, "Use '@ModelDependency'"),
      ],
      fixed: """
        @Model struct Meeting {
          /// What time it is.
          @ModelDependency(\\.continuousClock) private var clock: <#Type#>
          @ModelDependency(Client.self) var client: Client
          @ModelDependency(\\.uuid)
          var uuid: <#Type#>
        }
        """
    )
  }

  private func unkeyed(_ name: String) -> String {
    "The cached value has no key, so it stays the same for each '\(name)': write "
      + "'node.memoize(for: \(name))', or read what it depends on inside the closure"
  }

  @Test func namesWhatACachedValueDependsOnWithoutAKey() throws {
    try expectRejection(
      of: """
        @Model struct List {
          var rows: [Row]
          func larger(than size: Int) -> Int {
            node.memoize { rows.filter { $0.size > size }.count }
          }
          subscript(title: String) -> Row? {
            self.node.memoize({ [title] in rows.first { $0.title == title } })
          }
          var best: Row? {
            let rows = self.rows
            guard let limit = rows.first?.size else { return nil }
            return node.memoize() { rows.first { other in other.size == limit } }
          }
          func first(_ prefix: String?) -> [Row] {
            if let prefix { return node.memoize { rows.filter { $0.title.hasPrefix(prefix) } } }
            return rows.flatMap { row in node.memoize { row.children } }
          }
        }
        """,
      [
        (unkeyed("size"), 4, 44, "Insert 'for: size'"),
        (unkeyed("title"), 7, 61, "Insert 'for: title'"),
        (unkeyed("rows"), 12, 29, "Insert 'for: rows'"),
        (unkeyed("prefix"), 15, 76, "Insert 'for: prefix'"),
        (unkeyed("row"), 16, 49, "Insert 'for: row'"),
      ],
      fixed: """
        @Model struct List {
          var rows: [Row]
          func larger(than size: Int) -> Int {
            node.memoize(for: size) { rows.filter { $0.size > size }.count }
          }
          subscript(title: String) -> Row? {
            self.node.memoize(for: title, { [title] in rows.first { $0.title == title } })
          }
          var best: Row? {
            let rows = self.rows
            guard let limit = rows.first?.size else { return nil }
            return node.memoize(for: rows) { rows.first { other in other.size == limit } }
          }
          func first(_ prefix: String?) -> [Row] {
            if let prefix { return node.memoize(for: prefix) { rows.filter { $0.title.hasPrefix(prefix) } } }
            return rows.flatMap { row in node.memoize(for: row) { row.children } }
          }
        }
        """
    )
  }

  @Test func acceptsACachedValueThatDependsOnItsKeyAndItsReads() throws {
    let found = try Refusals(
      of: """
        @Model struct List {
          var rows: [Row]
          var size = 0
          var isLarge: Bool { node.memoize { size > 3 } }
          func larger(than size: Int) -> Int {
            node.memoize(for: size) { rows.filter { $0.size > size }.count }
          }
          func named(_ title: String) -> Int {
            log(title)
            return node.memoize { rows.filter { $0.title == self.title }.map(\\.title).count }
          }
          var price: Double {
            let rate = 0.2, name = "EUR"
            return node.memoize { rows.price(in: name) * (1 + rate) }
          }
          func longest(_ row: Row) -> Row? {
            node.memoize {
              let size = rows.map(\\.size).max()
              return rows.first { row in row.size == size }
            }
          }
          struct Part {
            func value(of size: Int) -> Int { node.memoize { size } }
          }
        }
        """
    )
    #expect(found.lines == [])
  }

  @Test func proposesTheEventOfASimilarName() throws {
    try expectRejection(
      of: """
        @Model struct Meeting {
          enum Event {
            case tapped, held(seconds: Int)
            static var ticked: Event { .tapped }
          }
          func act() {
            node.send(.taped)
            node.task { node.send(.helt(seconds: 1), to: .children) }
            node.send(.tapped)
            node.send(.ticked)
            node.send(.somethingElseThatAnExtensionHas)
            node.send(Other.taped)
          }
        }
        """,
      [
        ("'Event' has no case 'taped': did you mean 'tapped'?", 7, 16, "Use 'tapped'"),
        ("'Event' has no case 'helt': did you mean 'held'?", 8, 28, "Use 'held'"),
      ],
      fixed: """
        @Model struct Meeting {
          enum Event {
            case tapped, held(seconds: Int)
            static var ticked: Event { .tapped }
          }
          func act() {
            node.send(.tapped)
            node.task { node.send(.held(seconds: 1), to: .children) }
            node.send(.tapped)
            node.send(.ticked)
            node.send(.somethingElseThatAnExtensionHas)
            node.send(Other.taped)
          }
        }
        """
    )
  }

  private func hiddenIdentity(_ name: String, _ property: String) -> String {
    """
    Swift does not find the identity of '\(name)' while it infers the type of '\(property)': declare \
    '\(name): Identifiable', or write the type of '\(property)'
    """
  }

  @Test func asksForTheIdentityOfARecursiveModelWhereATypeIsInferred() throws {
    try expectRejection(
      of: """
        @Model struct Folder {
          var settings = Settings()
          var folders: IdentifiedArrayOf<Folder> = []
        }
        @Model struct Page<Value>: SavableModel {
          var links: [IdentifiedArray<Int, Self>] = []
          var text = Text.empty
        }
        """,
      [
        (hiddenIdentity("Folder", "settings"), 1, 15, "Declare 'Identifiable'"),
        (hiddenIdentity("Page", "text"), 5, 15, "Declare 'Identifiable'"),
      ],
      fixed: """
        @Model struct Folder: Identifiable {
          var settings = Settings()
          var folders: IdentifiedArrayOf<Folder> = []
        }
        @Model struct Page<Value>: SavableModel, Identifiable {
          var links: [IdentifiedArray<Int, Self>] = []
          var text = Text.empty
        }
        """
    )
  }

  @Test func asksForNoIdentityThatSwiftFinds() throws {
    let source = """
      @Model struct Folder: Identifiable {
        var settings = Settings()
        var folders: IdentifiedArrayOf<Folder> = []
      }
      @Model struct Page {
        var number = -1, title = "a", marks = [1, 2], isOpen = false
        var text: Text = .empty
        var pages: IdentifiedArrayOf<Page> = []
        static let shared = Text()
      }
      @Model struct Row {
        var text = Text()
        var cells: IdentifiedArrayOf<Cell> = []
        var rows: [Row] = []
      }
      """
    #expect(try Refusals(of: source).lines.filter { $0.contains("identity") } == [])
  }

  @Test func refusesToCompareExistentials() throws {
    let models = """
      @Model struct Note: Equatable {
        var any: (any Sendable)?
        var list: [any Error] = []
        var byName: [String: any Error] = [:]
        var kind: any Sendable.Type = Int.self
        var pair: (Int, Int) = (1, 2)
        var onTap: @Sendable (any Sendable) -> Void = { _ in }
      }
      @Model struct Key: Hashable {
        let any: any Sendable
      }
      @Model struct Free {
        var any: any Sendable = 0
      }
      @Model struct Own: Equatable {
        var any: any Sendable = 0
        static func == (lhs: Self, rhs: Self) -> Bool { true }
      }
      """
    func compared(_ type: String) -> String {
      """
      A value of type '\(type)' cannot be compared: give the property a type that is Equatable, or \
      write '==' in the model's body
      """
    }
    let hashed = """
      A value of type 'any Sendable' cannot be hashed: give the property a type that is Hashable, or \
      write '==' and 'hash(into:)' in the model's body
      """
    try expectRejection(
      of: models,
      [
        (compared("any Sendable"), 2, 13, ""), (compared("any Error"), 3, 14, ""),
        (compared("any Error"), 4, 24, ""), (hashed, 10, 12, ""),
      ],
      fixed: models
    )
  }
}
