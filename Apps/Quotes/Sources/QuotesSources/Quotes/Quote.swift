/// What somebody has said or written.
package struct Quote: Codable, Hashable, Sendable {
  package let quote: String
  package let author: String
  /// Where it stands; `nil` if the service does not say.
  package let work: String?

  package init(_ quote: String, author: String, work: String? = nil) {
    self.quote = quote
    self.author = author
    self.work = work
  }
}
