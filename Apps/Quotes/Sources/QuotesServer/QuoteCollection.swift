/// The quotes that the server serves: the words of people whose works are in the public domain.
package enum QuoteCollection: Sendable {
  /// A quote, its author, and its source.
  package struct Entry: Encodable, Hashable, Sendable {
    package let quote: String
    package let author: String
    package let work: String

    fileprivate init(_ quote: String, _ author: String, _ work: String) {
      self.quote = quote
      self.author = author
      self.work = work
    }
  }

  package static let all = [
    Entry(
      "If I have seen further it is by standing on the shoulders of giants.",
      "Isaac Newton",
      "letter to Robert Hooke, 1675"
    ),
    Entry(
      """
      On two occasions I have been asked, ‘Pray, Mr. Babbage, if you put into the machine wrong \
      figures, will the right answers come out?’
      """,
      "Charles Babbage",
      "Passages from the Life of a Philosopher, 1864"
    ),
    Entry(
      """
      The Analytical Engine weaves algebraical patterns just as the Jacquard-loom weaves flowers \
      and leaves.
      """,
      "Ada Lovelace",
      "notes on the Analytical Engine, 1843"
    ),
    Entry("Brevity is the soul of wit.", "William Shakespeare", "Hamlet"),
    Entry(
      "Reading maketh a full man; conference a ready man; and writing an exact man.",
      "Francis Bacon",
      "Of Studies, 1597"
    ),
    Entry(
      "To err is human; to forgive, divine.",
      "Alexander Pope",
      "An Essay on Criticism, 1711"
    ),
    Entry(
      "Begin at the beginning, and go on till you come to the end: then stop.",
      "Lewis Carroll",
      "Alice’s Adventures in Wonderland, 1865"
    ),
    Entry(
      "Ignorance more frequently begets confidence than does knowledge.",
      "Charles Darwin",
      "The Descent of Man, 1871"
    ),
    Entry(
      "A foolish consistency is the hobgoblin of little minds.",
      "Ralph Waldo Emerson",
      "Self-Reliance, 1841"
    ),
    Entry(
      "Nothing is so painful to the human mind as a great and sudden change.",
      "Mary Shelley",
      "Frankenstein, 1818"
    ),
    Entry(
      "I declare after all there is no enjoyment like reading!",
      "Jane Austen",
      "Pride and Prejudice, 1813"
    ),
  ]
}
