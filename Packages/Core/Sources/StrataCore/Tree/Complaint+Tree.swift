extension Complaint {
  static func cycle(_ places: [String], _ origins: [WatcherOrigin], limit: Int) -> Complaint {
    Complaint(
      """
      A cycle of observers: \(limit) rounds of changes, each caused by the one before, ended with \
      \(places.joined(separator: ", ")), observed by \
      \(origins.map(\.description).joined(separator: ", ")). The last round is not delivered. \
      Write only when the value differs, or derive the value instead of writing it.
      """
    )
  }

  static func waitCycle(_ places: [String]) -> Complaint {
    Complaint(
      """
      Deadlock: threads wait for one another to end a change in place: \
      \(places.joined(separator: "; ")). Change one property at a time, or take the same order \
      everywhere.
      """
    )
  }
}
