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
}
