/// Records in lists of one length, so that a longer list is not copied as it grows.
struct KeptRecordList: Sendable {
  /// So many records have 30 kilobytes.
  private static let pageCount = 256

  private var full: [[KeptRecord]] = []
  private var last: [KeptRecord] = []
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// The records, the oldest first.
  var pages: [[KeptRecord]] { full + [last] }

  /// Adds a record.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  mutating func append(_ record: KeptRecord) {
    if last.count == Self.pageCount || last.isEmpty { beginPage() }
    last.append(record)
    count += 1
  }

  @inline(never)
  private mutating func beginPage() {
    if !last.isEmpty { full.append(last) }
    last = []
    last.reserveCapacity(Self.pageCount)
  }

  /// Takes the oldest records out.
  ///
  /// - Parameter takesNext: Whether the next one is taken as well; called with each until it says no.
  /// - Returns: The records, in lists that follow one another.
  /// - Complexity: O(number of taken records), and a word for each 256 others.
  mutating func take(while takesNext: (KeptRecord) -> Bool) -> [[KeptRecord]] {
    var taken: [[KeptRecord]] = []
    var emptied = 0
    while emptied < full.count {
      taken.append(Self.take(from: &full[emptied], while: takesNext))
      guard full[emptied].isEmpty else { break }
      emptied += 1
    }
    let isOver = emptied < full.count
    full.removeFirst(emptied)
    if !isOver { taken.append(Self.take(from: &last, while: takesNext)) }
    count -= taken.reduce(0) { $0 + $1.count }
    return taken
  }

  private static func take(
    from page: inout [KeptRecord],
    while takesNext: (KeptRecord) -> Bool
  ) -> [KeptRecord] {
    let end = page.firstIndex { !takesNext($0) } ?? page.count
    defer { page.removeFirst(end) }
    return Array(page[..<end])
  }
}
