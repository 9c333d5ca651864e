public import StrataExtensions

/// An enum of the main actor's module whose payloads are reached by name.
public enum Route: Equatable, CasePathable {
  case list
  case card(Card)

  public struct AllCasePaths {
    public var card: CasePath<Route, Card> {
      CasePath(
        embed: { .card($0) },
        extract: { if case .card(let card) = $0 { card } else { nil } }
      )
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
}
