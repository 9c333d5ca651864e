import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import StrataMacros

@Suite struct ModelMacroDiagnosticsTests {
  @Test func refusesAClass() {
    expectExpansion(
      of: """
        @Model public class Meeting {}
        """,
      to: """
        public class Meeting {}
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "Requires type to be struct",
          line: 1,
          column: 15,
          fixIts: [FixItSpec(message: "Replace 'class' with 'struct'")]
        )
      ],
      fixedSource: """
        @Model public struct Meeting {}
        """
    )
  }

  @Test func refusesAnActor() {
    expectExpansion(
      of: """
        @Model actor Meeting {}
        """,
      to: """
        actor Meeting {}
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "Requires type to be struct",
          line: 1,
          column: 8,
          fixIts: [FixItSpec(message: "Replace 'actor' with 'struct'")]
        )
      ],
      fixedSource: """
        @Model struct Meeting {}
        """
    )
  }

  @Test func refusesAnEnum() {
    expectExpansion(
      of: """
        @Model enum Path {}
        """,
      to: """
        enum Path {}
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "Requires type to be struct",
          line: 1,
          column: 8,
          fixIts: [FixItSpec(message: "Use '@ModelContainer'")]
        )
      ],
      fixedSource: """
        @ModelContainer enum Path {}
        """
    )
  }

  @Test func refusesSeveralPropertiesInOneDeclaration() {
    expectExpansion(
      of: """
        @Model struct Meeting {
          /// How long.
          private var minutes = 5, seconds: Int
          var title: String
        }
        """,
      to: """
        struct Meeting {
          /// How long.
          private var minutes = 5, seconds: Int
          var title: String {
            @storageRestrictions(initializes: _modelNode)
            init(newValue) {
              _modelNode = StrataModels.ModelNode()
              _modelNode.initialize(0, to: newValue)
            }
            get {
              _modelNode[0]
            }
            nonmutating set {
              _modelNode[0] = newValue
            }
            nonmutating _modify {
              yield &_modelNode[0]
            }
          }

          static let modelLayout: StrataModels.ModelLayout<Self> = _makeModelLayout()
          private static func _makeModelLayout() -> StrataModels.ModelLayout<Self> {
            .init("Meeting") {
              $0.slot("title", $0.sendable(\\.title), line: 4)
            }
          }

          var modelNode: StrataModels.ModelNode<Self> {
            get {
              _modelNode
            }
            set {
              _modelNode = newValue
            }
          }

          private var _modelNode: StrataModels.ModelNode<Self>
        }

        nonisolated extension Meeting: StrataModels.Model, Swift.Sendable, Swift.CustomReflectable {
          var customMirror: Swift.Mirror {
            Swift.Mirror(self, children: [
              "title": self.title as Any,
            ], displayStyle: .`struct`)
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            A model's properties are declared one by one: a macro sees only one property at a \
            time
            """,
          line: 3,
          column: 15,
          fixIts: [FixItSpec(message: "Declare each property by itself")]
        )
      ],
      fixedSource: """
        @Model struct Meeting {
          /// How long.
          private var minutes = 5
          private var seconds: Int
          var title: String
        }
        """
    )
  }

  @Test func refusesATuple() {
    expectExpansion(
      of: """
        @Model struct Meeting {
          var (minutes, seconds) = (1, 2)
        }
        """,
      to: """
        struct Meeting {
          var (minutes, seconds) = (1, 2)

          static let modelLayout: StrataModels.ModelLayout<Self> = _makeModelLayout()
          private static func _makeModelLayout() -> StrataModels.ModelLayout<Self> {
            .init("Meeting") { _ in }
          }

          var modelNode: StrataModels.ModelNode<Self> {
            get {
              _modelNode
            }
            set {
              _modelNode = newValue
            }
          }

          var _modelNode = StrataModels.ModelNode<Self>()
        }

        nonisolated extension Meeting: StrataModels.Model, Swift.Sendable, Swift.CustomReflectable {
          var customMirror: Swift.Mirror {
            Swift.Mirror(self, children: [:], displayStyle: .`struct`)
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            A model's properties are declared one by one, not by a tuple: give each a declaration \
            of its own
            """,
          line: 2,
          column: 7,
          fixIts: [FixItSpec(message: "Declare each property by itself")]
        )
      ],
      fixedSource: """
        @Model struct Meeting {
          var minutes = 1
          var seconds = 2
        }
        """
    )
  }

  @Test func takesTheTypesOfATupleApart() throws {
    let declaration: DeclSyntax = """
      @Model struct Meeting {
        private var (minutes, title): (Int, String)
      }
      """
    let model = try ModelDescription(#require(declaration.as(StructDeclSyntax.self)))
    let fixIt = try #require(model.diagnostics.first?.fixIts.first)
    guard case .replace(_, let members) = try #require(fixIt.changes.first) else {
      Issue.record("the fix-it replaces nothing")
      return
    }
    #expect(
      members.trimmedDescription == """
        private var minutes: Int
          private var title: String
        """
    )
  }

  @Test func hasNoRemedyForATupleThatComesFromElsewhere() throws {
    for source in [
      "@Model struct Meeting { var (minutes, seconds) = lengths() }",
      "@Model struct Meeting { var (minutes, seconds): Lengths = (1, 2) }",
      "@Model struct Meeting { var ((minutes, seconds), title): ((Int, Int), String) }",
    ] {
      let declaration: DeclSyntax = "\(raw: source)"
      let model = try ModelDescription(#require(declaration.as(StructDeclSyntax.self)))
      #expect(model.diagnostics.map(\.fixIts.count) == [0])
    }
  }

  @Test func refusesALazyProperty() {
    expectExpansion(
      of: """
        @Model struct Meeting {
          private lazy var minutes = 5
        }
        """,
      to: """
        struct Meeting {
          private lazy var minutes = 5

          static let modelLayout: StrataModels.ModelLayout<Self> = _makeModelLayout()
          private static func _makeModelLayout() -> StrataModels.ModelLayout<Self> {
            .init("Meeting") { _ in }
          }

          var modelNode: StrataModels.ModelNode<Self> {
            get {
              _modelNode
            }
            set {
              _modelNode = newValue
            }
          }

          var _modelNode = StrataModels.ModelNode<Self>()
        }

        nonisolated extension Meeting: StrataModels.Model, Swift.Sendable, Swift.CustomReflectable {
          var customMirror: Swift.Mirror {
            Swift.Mirror(self, children: [:], displayStyle: .`struct`)
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            A model cannot have lazy properties: reading one changes the struct, and a model is a \
            handle that never changes. Make it a computed property, or one that 'onActivate()' \
            sets
            """,
          line: 2,
          column: 11
        )
      ]
    )
  }

  @Test func refusesAWeakProperty() {
    expectExpansion(
      of: """
        @Model struct Meeting {
          weak var owner: Owner?
        }
        """,
      to: """
        struct Meeting {
          weak var owner: Owner?

          static let modelLayout: StrataModels.ModelLayout<Self> = _makeModelLayout()
          private static func _makeModelLayout() -> StrataModels.ModelLayout<Self> {
            .init("Meeting") { _ in }
          }

          var modelNode: StrataModels.ModelNode<Self> {
            get {
              _modelNode
            }
            set {
              _modelNode = newValue
            }
          }

          var _modelNode = StrataModels.ModelNode<Self>()
        }

        nonisolated extension Meeting: StrataModels.Model, Swift.Sendable, Swift.CustomReflectable {
          var customMirror: Swift.Mirror {
            Swift.Mirror(self, children: [:], displayStyle: .`struct`)
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            A model cannot have weak properties: their values live in the model's tree, which \
            holds them strongly. Hold a closure or a value that refers to the object weakly
            """,
          line: 2,
          column: 3
        )
      ]
    )
  }

  @Test func refusesAnUnownedProperty() {
    expectExpansion(
      of: """
        @Model struct Meeting {
          unowned(unsafe) var owner: Owner
        }
        """,
      to: """
        struct Meeting {
          unowned(unsafe) var owner: Owner

          static let modelLayout: StrataModels.ModelLayout<Self> = _makeModelLayout()
          private static func _makeModelLayout() -> StrataModels.ModelLayout<Self> {
            .init("Meeting") { _ in }
          }

          var modelNode: StrataModels.ModelNode<Self> {
            get {
              _modelNode
            }
            set {
              _modelNode = newValue
            }
          }

          var _modelNode = StrataModels.ModelNode<Self>()
        }

        nonisolated extension Meeting: StrataModels.Model, Swift.Sendable, Swift.CustomReflectable {
          var customMirror: Swift.Mirror {
            Swift.Mirror(self, children: [:], displayStyle: .`struct`)
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            A model cannot have unowned properties: their values live in the model's tree, which \
            holds them strongly. Hold a closure or a value that refers to the object without \
            owning it
            """,
          line: 2,
          column: 3
        )
      ]
    )
  }

  @Test func refusesAnIsolatedProperty() {
    expectExpansion(
      of: """
        @Model struct Meeting {
          /// How long.
          @MainActor var minutes = 5
        }
        """,
      to: """
        struct Meeting {
          /// How long.
          @MainActor var minutes = 5

          static let modelLayout: StrataModels.ModelLayout<Self> = _makeModelLayout()
          private static func _makeModelLayout() -> StrataModels.ModelLayout<Self> {
            .init("Meeting") { _ in }
          }

          var modelNode: StrataModels.ModelNode<Self> {
            get {
              _modelNode
            }
            set {
              _modelNode = newValue
            }
          }

          var _modelNode = StrataModels.ModelNode<Self>()
        }

        nonisolated extension Meeting: StrataModels.Model, Swift.Sendable, Swift.CustomReflectable {
          var customMirror: Swift.Mirror {
            Swift.Mirror(self, children: [:], displayStyle: .`struct`)
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            A model's property cannot belong to an actor: models are read and written from any \
            thread. Isolate functions
            """,
          line: 3,
          column: 3,
          fixIts: [FixItSpec(message: "Remove '@MainActor'")]
        )
      ],
      fixedSource: """
        @Model struct Meeting {
          /// How long.
          var minutes = 5
        }
        """
    )
  }

  @Test func refusesAnIsolatedModel() {
    expectExpansion(
      of: """
        @Model @MainActor struct Meeting {
          let constant: Int
        }
        """,
      to: """
        @MainActor struct Meeting {
          let constant: Int

          static let modelLayout: StrataModels.ModelLayout<Self> = _makeModelLayout()
          private static func _makeModelLayout() -> StrataModels.ModelLayout<Self> {
            .init("Meeting") { _ in }
          }

          var modelNode: StrataModels.ModelNode<Self> {
            get {
              _modelNode
            }
            set {
              _modelNode = newValue
            }
          }

          var _modelNode = StrataModels.ModelNode<Self>()
        }

        nonisolated extension Meeting: StrataModels.Model, Swift.Sendable, Swift.CustomReflectable {
          var customMirror: Swift.Mirror {
            Swift.Mirror(self, children: [
              "constant": self.constant as Any,
            ], displayStyle: .`struct`)
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            A model cannot belong to an actor: it is read and written from any thread. Isolate \
            functions
            """,
          line: 1,
          column: 8,
          fixIts: [FixItSpec(message: "Remove '@MainActor'")]
        )
      ],
      fixedSource: """
        @Model struct Meeting {
          let constant: Int
        }
        """
    )
  }

  @Test func refusesAParameterPack() {
    expectExpansion(
      of: """
        @Model struct Meeting<each Value> {
          let constant: Int
        }
        """,
      to: """
        struct Meeting<each Value> {
          let constant: Int

          static var modelLayout: StrataModels.ModelLayout<Self> {
            .cached("Meeting") { _ in }
          }

          var modelNode: StrataModels.ModelNode<Self> {
            get {
              _modelNode
            }
            set {
              _modelNode = newValue
            }
          }

          var _modelNode = StrataModels.ModelNode<Self>()
        }

        nonisolated extension Meeting: StrataModels.Model, Swift.Sendable, Swift.CustomReflectable {
          var customMirror: Swift.Mirror {
            Swift.Mirror(self, children: [
              "constant": self.constant as Any,
            ], displayStyle: .`struct`)
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            A model cannot be generic over a parameter pack: programs that make key paths into such \
            types end with the runtime of Swift 6.3
            """,
          line: 1,
          column: 15
        )
      ]
    )
  }

  @Test func refusesAConditionalProperty() {
    expectExpansion(
      of: """
        @Model struct Meeting {
          #if DEBUG
          var minutes = 5
          let constant = 1
          #endif
        }
        """,
      to: """
        struct Meeting {
          #if DEBUG
          var minutes = 5
          let constant = 1
          #endif

          static let modelLayout: StrataModels.ModelLayout<Self> = _makeModelLayout()
          private static func _makeModelLayout() -> StrataModels.ModelLayout<Self> {
            .init("Meeting") { _ in }
          }

          var modelNode: StrataModels.ModelNode<Self> {
            get {
              _modelNode
            }
            set {
              _modelNode = newValue
            }
          }

          var _modelNode = StrataModels.ModelNode<Self>()
        }

        nonisolated extension Meeting: StrataModels.Model, Swift.Sendable, Swift.CustomReflectable {
          var customMirror: Swift.Mirror {
            Swift.Mirror(self, children: [:], displayStyle: .`struct`)
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            A model's stored properties cannot depend on '#if': a macro does not know which branch \
            is compiled. Declare the property always, and make its use conditional
            """,
          line: 3,
          column: 7
        )
      ]
    )
  }

  @Test func writesNothingBesideAHandwrittenNode() {
    expectExpansion(
      of: """
        @Model struct Meeting {
          var modelNode: ModelNode<Self> { fatalError() }
          var minutes = 5
        }
        """,
      to: """
        struct Meeting {
          var modelNode: ModelNode<Self> { fatalError() }
          var minutes = 5
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            'modelNode' is written by @Model: remove this one, or remove @Model and write all of \
            them
            """,
          line: 2,
          column: 7
        )
      ]
    )
  }

  @Test func refusesEqualityWithoutItsHash() {
    expectExpansion(
      of: """
        @Model struct Meeting: Hashable {
          var minutes = 5
          static func == (lhs: Self, rhs: Self) -> Bool { true }
        }
        """,
      to: """
        struct Meeting: Hashable {
          var minutes {
            @storageRestrictions(initializes: _modelNode)
            init(newValue) {
              _modelNode = StrataModels.ModelNode()
              _modelNode.initialize(0, to: newValue)
            }
            get {
              _modelNode[0]
            }
            nonmutating set {
              _modelNode[0] = newValue
            }
            nonmutating _modify {
              yield &_modelNode[0]
            }
          }
          static func == (lhs: Self, rhs: Self) -> Bool { true }

          static let modelLayout: StrataModels.ModelLayout<Self> = _makeModelLayout()
          private static func _makeModelLayout() -> StrataModels.ModelLayout<Self> {
            .init("Meeting") {
              $0.slot("minutes", $0.sendable(\\.minutes), line: 2)
            }
          }

          var modelNode: StrataModels.ModelNode<Self> {
            get {
              _modelNode
            }
            set {
              _modelNode = newValue
            }
          }

          private var _modelNode: StrataModels.ModelNode<Self>
        }

        nonisolated extension Meeting: StrataModels.Model, Swift.Sendable, Swift.CustomReflectable {
          var customMirror: Swift.Mirror {
            Swift.Mirror(self, children: [
              "minutes": self.minutes as Any,
            ], displayStyle: .`struct`)
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            'hash(into:)' has to cover exactly what this '==' compares: write it by hand too
            """,
          line: 3,
          column: 15
        )
      ]
    )
  }

  @Test func refusesAHashWithoutItsEquality() {
    expectExpansion(
      of: """
        @Model struct Meeting: Hashable {
          var minutes = 5
          func hash(into hasher: inout Hasher) {}
        }
        """,
      to: """
        struct Meeting: Hashable {
          var minutes {
            @storageRestrictions(initializes: _modelNode)
            init(newValue) {
              _modelNode = StrataModels.ModelNode()
              _modelNode.initialize(0, to: newValue)
            }
            get {
              _modelNode[0]
            }
            nonmutating set {
              _modelNode[0] = newValue
            }
            nonmutating _modify {
              yield &_modelNode[0]
            }
          }
          func hash(into hasher: inout Hasher) {}

          static let modelLayout: StrataModels.ModelLayout<Self> = _makeModelLayout()
          private static func _makeModelLayout() -> StrataModels.ModelLayout<Self> {
            .init("Meeting") {
              $0.slot("minutes", $0.sendable(\\.minutes), line: 2)
            }
          }

          var modelNode: StrataModels.ModelNode<Self> {
            get {
              _modelNode
            }
            set {
              _modelNode = newValue
            }
          }

          private var _modelNode: StrataModels.ModelNode<Self>
        }

        nonisolated extension Meeting: StrataModels.Model, Swift.Sendable, Swift.CustomReflectable {
          var customMirror: Swift.Mirror {
            Swift.Mirror(self, children: [
              "minutes": self.minutes as Any,
            ], displayStyle: .`struct`)
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            '==' has to compare exactly what this 'hash(into:)' covers: write it by hand too
            """,
          line: 3,
          column: 8
        )
      ]
    )
  }

  @Test func refusesATypeThatHidesAModule() {
    expectExpansion(
      of: """
        @Model struct Meeting {
          enum Swift {}
        }
        """,
      to: """
        struct Meeting {
          enum Swift {}

          static let modelLayout: StrataModels.ModelLayout<Self> = _makeModelLayout()
          private static func _makeModelLayout() -> StrataModels.ModelLayout<Self> {
            .init("Meeting") { _ in }
          }

          var modelNode: StrataModels.ModelNode<Self> {
            get {
              _modelNode
            }
            set {
              _modelNode = newValue
            }
          }

          var _modelNode = StrataModels.ModelNode<Self>()
        }

        nonisolated extension Meeting: StrataModels.Model, Swift.Sendable, Swift.CustomReflectable {
          var customMirror: Swift.Mirror {
            Swift.Mirror(self, children: [:], displayStyle: .`struct`)
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            The code that @Model writes names the module 'Swift', which this type hides: rename it
            """,
          line: 2,
          column: 8
        )
      ]
    )
  }
}
