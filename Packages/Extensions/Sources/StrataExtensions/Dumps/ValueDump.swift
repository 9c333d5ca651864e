/// Writes values as text that a person can read and a test can compare.
///
/// ```swift
/// print(ValueDump().text(of: [Row(id: 1, title: "One")]))
/// // [
/// //   Row(
/// //     id: 1
/// //     title: "One"
/// //   )
/// // ]
/// ```
///
/// The text of equal values is equal, in each run of the program: sets and dictionaries are sorted, and no address is
/// shown. Optionals are shown as the wrapped value, cases as `.name(payload)`. Payloads and tuples of short values, and
/// values with one short member, stay on one line. A reference to an object that is being shown is cut: `Node(↻)`.
/// Wrapped storage (`_name`) is shown as `name`.
///
/// It reads values by reflection: it is for tests, diagnostics and logs, not for hot paths.
public struct ValueDump: Sendable {
  /// The depth from which on members are left out, as in `Row(…)`.
  ///
  /// At most 256 levels are followed.
  public var maxDepth: Int
  /// The number of lines that are written; one more counts those of the read ones that are left out.
  public var maxLines: Int
  /// The representations for values of some types, by type.
  var representations: [ObjectIdentifier: @Sendable (Any) -> DumpRepresentation?] = [:]

  /// Makes a dump.
  ///
  /// - Parameters:
  ///   - maxDepth: The depth from which on members are left out.
  ///   - maxLines: The number of lines that are written.
  public init(maxDepth: Int = 32, maxLines: Int = 1_000) {
    self.maxDepth = maxDepth
    self.maxLines = maxLines
  }

  /// The dump that shows values of one type in another way.
  ///
  /// It takes precedence over ``DumpRepresentable``, and applies to values of exactly this type.
  ///
  /// ```swift
  /// let dump = ValueDump().showing(Date.self) { .text($0.ISO8601Format()) }
  /// ```
  public func showing<Value>(
    _ type: Value.Type,
    as representation: @escaping @Sendable (Value) -> DumpRepresentation
  ) -> ValueDump {
    var copy = self
    copy.representations[ObjectIdentifier(type)] = { ($0 as? Value).map(representation) }
    return copy
  }

  /// The text of a value, without a line break at the end.
  ///
  /// - Complexity: O(*n*) in the parts of the value up to ``maxLines``; sets and dictionaries are
  ///   sorted as a whole.
  public func text(of value: Any) -> String {
    // A part is at least a part of a line, and lines have few parts, so more parts cannot be shown.
    var builder = DumpBuilder(dump: self, maxNodes: max(maxLines, 1) &* 8)
    return bounded(builder.node(value).lines()).joined(separator: "\n")
  }

  /// Writes the text of a value and a line break.
  public func write(_ value: Any, to output: inout some TextOutputStream) {
    output.write(text(of: value) + "\n")
  }

  /// The first ``maxLines`` lines, and a line that counts the rest.
  func bounded(_ lines: [String]) -> [String] {
    if lines.count <= maxLines { return lines }
    let rest = lines.count - max(maxLines, 0)
    return lines.prefix(max(maxLines, 0)) + ["… \(rest) more \(rest == 1 ? "line" : "lines")"]
  }
}
