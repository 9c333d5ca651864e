/// Records in lists of one length, so that a longer list is not copied as it grows.
struct KeptRecordList: Sendable {
  /// So many records have 30 kilobytes.
  private static let pageCount = 256

  private var full: [[KeptRecord]] = []
  private var last: [KeptRecord] = []

  /// Makes a list.
  init(_ records: some Sequence<KeptRecord> = []) {
    for record in records { append(record) }
  }

  var count: Int { full.count * Self.pageCount + last.count }

  var isEmpty: Bool { full.isEmpty && last.isEmpty }

  /// The records, the oldest first.
  var pages: [[KeptRecord]] { full + [last] }

  /// Adds a record.
  ///
  /// - Complexity: O(1).
  @inline(__always)
  mutating func append(_ record: KeptRecord) {
    if last.count == Self.pageCount || last.isEmpty { beginPage() }
    last.append(record)
  }

  @inline(never)
  private mutating func beginPage() {
    if !last.isEmpty { full.append(last) }
    last = []
    last.reserveCapacity(Self.pageCount)
  }
}
