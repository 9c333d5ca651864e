import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite struct ModelDependencyDiagnosticsTests {
  private func expectRefusal(
    of property: String,
    _ message: String,
    column: Int,
    _ remedy: String,
    fixed: String?,
    line: UInt = #line
  ) {
    let bare = property.replacing("@ModelDependency ", with: "").replacing(
      "@ModelDependency(\\.clock) ",
      with: ""
    )
    expectExpansion(
      of: "struct Meeting {\n  \(property)\n}",
      to: "struct Meeting {\n  \(bare)\n}",
      diagnostics: [
        DiagnosticSpec(
          message: message,
          line: 2,
          column: column,
          fixIts: [FixItSpec(message: remedy)]
        )
      ],
      fixedSource: fixed.map { "struct Meeting {\n  \($0)\n}" },
      line: line
    )
  }

  @Test func refusesAConstant() {
    expectRefusal(
      of: "@ModelDependency let client: Client",
      "A dependency is asked for at each use, and may differ then: it cannot be a 'let'",
      column: 20,
      "Replace 'let' with 'var'",
      fixed: "@ModelDependency var client: Client"
    )
  }

  @Test func refusesAStaticProperty() {
    expectRefusal(
      of: "@ModelDependency public static var client: Client",
      "A dependency depends on a model's place in the tree: it belongs to the model, not to its type",
      column: 27,
      "Remove 'static'",
      fixed: "@ModelDependency public var client: Client"
    )
  }

  @Test func refusesAnInitialValue() {
    expectRefusal(
      of: "@ModelDependency var client: Client = Client()",
      """
      A dependency has no initial value: its key declares the default, and 'withDependencies' \
      overrides it
      """,
      column: 39,
      "Remove the initial value",
      fixed: "@ModelDependency var client: Client"
    )
  }

  @Test func refusesAComputedProperty() {
    expectRefusal(
      of: "@ModelDependency var client: Client { Client() }",
      "@ModelDependency writes the accessor: a computed or observed property cannot be a dependency",
      column: 39,
      "Remove the accessors",
      // The harness loses its place where there are accessors already; CompilerTests applies it.
      fixed: nil
    )
  }

  @Test func refusesAPropertyWithoutType() {
    expectRefusal(
      of: "@ModelDependency(\\.clock) var clock",
      "A dependency's type has to be written: a macro cannot look it up",
      column: 33,
      "Add the type",
      fixed: "@ModelDependency(\\.clock) var clock: <#Type#>"
    )
  }

  @Test func refusesAPropertyOfAClass() {
    expectExpansion(
      of: """
        final class Meeting {
          @ModelDependency var client: Client
        }
        """,
      to: """
        final class Meeting {
          var client: Client {
            get {
              modelNode[Client.self, line: 2]
            }
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            @ModelDependency reads what a model's place in the tree has; a class has none. Use \
            @Dependency
            """,
          line: 2,
          column: 3
        )
      ]
    )
  }
}
