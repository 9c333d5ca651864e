extension Diagnostic {
  static func cycle(_ places: [String], _ sites: [ObserverSite], limit: Int) -> Diagnostic {
    Diagnostic(
      """
      A cycle of observers: \(limit) rounds of changes, each caused by the one before, ended with \
      \(places.joined(separator: ", ")), observed by \
      \(sites.map(\.description).joined(separator: ", ")). The last round is not delivered. \
      Write only when the value differs, or derive the value instead of writing it.
      """
    )
  }

  static func waitCycle(_ places: [String]) -> Diagnostic {
    Diagnostic(
      """
      Deadlock: threads wait for one another to end a transaction or a change in place: \
      \(places.joined(separator: "; ")). Change one property at a time, or take the same order \
      everywhere.
      """
    )
  }
}
