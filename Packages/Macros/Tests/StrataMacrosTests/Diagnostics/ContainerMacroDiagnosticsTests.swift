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
}
