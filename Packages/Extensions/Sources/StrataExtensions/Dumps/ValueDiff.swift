/// Writes how two values differ, as lines that went and lines that came.
///
/// ```swift
/// ValueDiff().text(from: before, to: after)
/// //   Standup(
/// //     … 2 unchanged
/// //     attendees: [
/// //       [id: 7]: Attendee(
/// //         id: 7
/// // -       name: "Blob"
/// // +       name: "Blob Jr."
/// //       )
/// //       … 3 unchanged
/// //     ]
/// //   )
/// ```
///
/// It compares the representations of a ``ValueDump``. Members correspond by name, entries of dictionaries by key.
/// Elements that are `Identifiable` and those of an ``IdentifiedArray`` correspond by id, and other elements so that as
/// few as possible differ. Two or more unchanged parts in a row are one line.
public struct ValueDiff: Sendable {
  /// How values are shown.
  public var dump: ValueDump
  /// The number of lines that are written; one more counts those that are left out.
  public var maxLines: Int
  /// Whether parts that did not change are written as they are, and not counted.
  public var showsUnchanged: Bool

  /// Makes a diff.
  ///
  /// - Parameters:
  ///   - dump: How values are shown; its number of lines is not used.
  ///   - maxLines: The number of lines that are written.
  ///   - showsUnchanged: Whether parts that did not change are written as they are.
  public init(dump: ValueDump = ValueDump(), maxLines: Int = 200, showsUnchanged: Bool = false) {
    self.dump = dump
    self.maxLines = maxLines
    self.showsUnchanged = showsUnchanged
  }

  /// How many parts of each value are compared.
  static var maxNodes: Int { 200_000 }

  /// The difference between two values, or nil if they are shown alike, also where what differs is beyond the limits.
  ///
  /// Lines that went begin with `- `, lines that came with `+ `, all others with two spaces. Up to
  /// 200,000 parts of each value are compared.
  ///
  /// - Complexity: O(*n*) in the parts of both values. For collections whose elements have no id, O(*n* *d*), where *d*
  ///   is the number of elements that differ. All elements between the first and the last difference count as removed and
  ///   inserted if they make more than four million pairs.
  public func text(from old: Any, to new: Any) -> String? {
    var oldBuilder = DumpBuilder(dump: dump, maxNodes: Self.maxNodes)
    var newBuilder = DumpBuilder(dump: dump, maxNodes: Self.maxNodes)
    let (left, right) = (oldBuilder.node(old), newBuilder.node(new))
    if left == right { return nil }
    var writer = DiffWriter(showsUnchanged: showsUnchanged)
    writer.write(DumpChild(node: left), DumpChild(node: right), label: nil, indentation: 0)
    let limit = ValueDump(maxLines: maxLines)
    return limit.bounded(writer.lines).joined(separator: "\n")
  }
}
