import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite struct CasePathableMacroDiagnosticsTests {
  @Test func refusesAStruct() {
    expectExpansion(
      of: """
        @CasePathable struct Route {}
        """,
      to: """
        struct Route {}
        """,
      conformances: ["CasePathable"],
      diagnostics: [
        DiagnosticSpec(
          message: "Requires type to be enum",
          line: 1,
          column: 15
        )
      ]
    )
  }

  @Test func refusesTwoCasesOfOneName() {
    expectExpansion(
      of: """
        @CasePathable enum Route {
          case open(x: Int)
          case open(y: Int)
        }
        """,
      to: """
        enum Route {
          case open(x: Int)
          case open(y: Int)

          nonisolated struct AllCasePaths: Swift.Sendable {
            var open: StrataExtensions.CasePath<Route, Int> {
              StrataExtensions.CasePath(
                embed: { .open(x: $0) },
                extract: {
                  guard case let .open(x: value0) = $0 else {
                    return nil
                  }
                  return value0
                }
              )
            }
            var open: StrataExtensions.CasePath<Route, Int> {
              StrataExtensions.CasePath(
                embed: { .open(y: $0) },
                extract: {
                  guard case let .open(y: value0) = $0 else {
                    return nil
                  }
                  return value0
                }
              )
            }
          }

          nonisolated static var allCasePaths: AllCasePaths {
            AllCasePaths()
          }
        }

        nonisolated extension Route: StrataExtensions.CasePathable {
        }
        """,
      conformances: ["CasePathable"],
      diagnostics: [
        DiagnosticSpec(
          message: """
            A case path is found by its case's name, and there is more than one case named \
            'open'
            """,
          line: 3,
          column: 8
        )
      ]
    )
  }
}
