import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite struct ModelDependencyDiagnosticsTests {
  private func expectRejection(
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
      of: "struct Meeting: Model {\n  \(property)\n}",
      to: "struct Meeting: Model {\n  \(bare)\n}",
      diagnostics: [
        DiagnosticSpec(
          message: message,
          line: 2,
          column: column,
          fixIts: [FixItSpec(message: remedy)]
        )
      ],
      fixedSource: fixed.map { "struct Meeting: Model {\n  \($0)\n}" },
      line: line
    )
  }

  @Test func refusesAConstant() {
    expectRejection(
      of: "@ModelDependency let client: Client",
      "A dependency is asked for at each use, and may differ then: it cannot be a 'let'",
      column: 20,
      "Replace 'let' with 'var'",
      fixed: "@ModelDependency var client: Client"
    )
  }

  @Test func refusesAStaticProperty() {
    expectRejection(
      of: "@ModelDependency public static var client: Client",
      "A dependency depends on a model's place in the tree: it belongs to the model, not to its type",
      column: 27,
      "Remove 'static'",
      fixed: "@ModelDependency public var client: Client"
    )
  }

  @Test func refusesAnInitialValue() {
    expectRejection(
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
    expectRejection(
      of: "@ModelDependency var client: Client { Client() }",
      "@ModelDependency writes the accessor: a computed or observed property cannot be a dependency",
      column: 39,
      "Remove the accessors",
      // The harness loses its position if there are accessors already; CompilerTests applies it.
      fixed: nil
    )
  }

  @Test func refusesAPropertyWithoutType() {
    expectRejection(
      of: "@ModelDependency(\\.clock) var clock",
      "A dependency's type has to be written: a macro cannot look it up",
      column: 33,
      "Add the type",
      fixed: "@ModelDependency(\\.clock) var clock: <#Type#>"
    )
  }

  @Test func refusesAVariableOutsideOfAType() {
    expectExpansion(
      of: "@ModelDependency var client: Client",
      to: """
        var client: Client {
          get {
            fatalError()
          }
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: """
            @ModelDependency reads what a model's place in the tree has; a variable outside of a \
            type has none. Use @Dependency
            """,
          line: 1,
          column: 1,
          fixIts: [FixItSpec(message: "Use '@Dependency'")]
        )
      ],
      fixedSource: "@Dependency(Client.self) var client: Client"
    )
  }

  @Test(
    arguments: [
      ("final class Meeting", "a class"), ("actor Meeting", "an actor"),
      ("enum Meeting", "an enum"), ("struct Meeting", "a struct without @Model"),
      ("struct Meeting: Sendable, Codable", "a struct without @Model"),
      ("@MainActor struct Meeting: View", "a struct without @Model"),
    ]
  )
  func refusesAPropertyOfATypeThatIsNoModel(_ type: String, _ kind: String) {
    expectExpansion(
      of: """
        \(type) {
          @ModelDependency var client: Client
          @ModelDependency(\\.clock) var clock: any Clock<Duration>
        }
        """,
      to: """
        \(type) {
          var client: Client {
            get {
              fatalError()
            }
          }
          var clock: any Clock<Duration> {
            get {
              fatalError()
            }
          }
        }
        """,
      diagnostics: [2, 3].map { line in
        DiagnosticSpec(
          message: """
            @ModelDependency reads what a model's place in the tree has; \(kind) has none. Use \
            @Dependency
            """,
          line: line,
          column: 3,
          fixIts: [FixItSpec(message: "Use '@Dependency'")]
        )
      },
      fixedSource: """
        \(type) {
          @Dependency(Client.self) var client: Client
          @Dependency(\\.clock) var clock: any Clock<Duration>
        }
        """
    )
  }

  @Test(arguments: [
    "struct Meeting: Model", "struct Meeting: CounterModel", "@Feature struct Meeting",
  ])
  func acceptsATypeThatMayBeAModel(_ type: String) {
    expectExpansion(
      of: """
        \(type) {
          @ModelDependency var client: Client
        }
        """,
      to: """
        \(type) {
          var client: Client {
            get {
              modelNode[Client.self, line: 2]
            }
          }
        }
        """
    )
  }
}
