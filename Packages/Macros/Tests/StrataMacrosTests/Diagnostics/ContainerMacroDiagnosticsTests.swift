import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite struct ContainerMacroDiagnosticsTests {
  @Test func refusesAClass() {
    expectExpansion(
      of: """
        @ModelContainer class Path {}
        """,
      to: """
        class Path {}
        """,
      conformances: ["ModelContainer"],
      diagnostics: [
        DiagnosticSpec(
          message: "Requires type to be either struct or enum",
          line: 1,
          column: 17,
          fixIts: [FixItSpec(message: "Replace 'class' with 'struct'")]
        )
      ],
      fixedSource: """
        @ModelContainer struct Path {}
        """
    )
  }

  @Test func refusesAnActor() {
    expectExpansion(
      of: """
        @ModelContainer actor Path {}
        """,
      to: """
        actor Path {}
        """,
      conformances: ["ModelContainer"],
      diagnostics: [
        DiagnosticSpec(
          message: "Requires type to be either struct or enum",
          line: 1,
          column: 17,
          fixIts: [FixItSpec(message: "Replace 'actor' with 'struct'")]
        )
      ],
      fixedSource: """
        @ModelContainer struct Path {}
        """
    )
  }

  @Test func refusesALazyProperty() {
    expectExpansion(
      of: """
        @ModelContainer struct Pair {
          private lazy var left = Model()
        }
        """,
      to: """
        struct Pair {
          private lazy var left = Model()
        }

        nonisolated extension Pair: StrataModels.ModelContainer {
          mutating func visitModels(_ visitor: inout some StrataModels.ModelVisitor) {
            do {
              var value = self.left
              if visitor.visitMember(&value) {
                self.left = value
              }
            }
          }
        }
        """,
      conformances: ["ModelContainer"],
      diagnostics: [
        DiagnosticSpec(
          message: """
            A container cannot have lazy properties: looking for models would make their values. \
            Make it a computed property, or one with a value from the beginning
            """,
          line: 2,
          column: 11
        )
      ]
    )
  }

  @Test func refusesAnEnumThatIsPrivateToAnotherType() {
    expectExpansion(
      of: """
        struct Feature {
          @ModelContainer private enum Path {
            case list
          }
        }
        """,
      to: """
        struct Feature {
          private enum Path {
            case list
          }
        }
        """,
      conformances: ["ModelContainer"],
      diagnostics: [
        DiagnosticSpec(
          message: """
            @ModelContainer writes an extension, which cannot reach a type that is private to \
            another one: make it 'fileprivate'
            """,
          line: 2,
          column: 19,
          fixIts: [FixItSpec(message: "Replace 'private' with 'fileprivate'")]
        )
      ],
      fixedSource: """
        struct Feature {
          @ModelContainer fileprivate enum Path {
            case list
          }
        }
        """
    )
  }

  @Test func refusesAnEnumInsideAHiddenType() {
    expectExpansion(
      of: """
        struct Feature {
          private struct Inner {
            @ModelContainer enum Path {
              case list
            }
          }
        }
        """,
      to: """
        struct Feature {
          private struct Inner {
            enum Path {
              case list
            }
          }
        }
        """,
      conformances: ["ModelContainer"],
      diagnostics: [
        DiagnosticSpec(
          message: """
            @ModelContainer writes an extension, which cannot reach a type that is private to \
            another one: make it 'fileprivate'
            """,
          line: 3,
          column: 5
        )
      ]
    )
  }
}
