/// The words of a person.
package struct Quote: Codable, Hashable, Sendable {
  package let quote: String
  package let author: String
  /// The work that it is from; `nil` if the service does not say.
  package let work: String?

  package init(_ quote: String, author: String, work: String? = nil) {
    self.quote = quote
    self.author = author
    self.work = work
  }
}
