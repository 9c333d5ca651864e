extension DumpBuilder {
  /// The tree of a value that has parts.
  mutating func parts(of value: Any, _ mirror: Mirror, depth: Int) -> DumpNode {
    switch mirror.displayStyle {
    case .enum: return enumCase(mirror, depth)
    case .tuple: return inlined(.labeled, open: "(", close: ")", members(mirror, depth), most: .max)
    case .collection: return collection(value, mirror, depth)
    case .set: return set(mirror, depth)
    case .dictionary: return dictionary(mirror, depth)
    default:
      return inlined(
        .labeled,
        open: "\(typeName(value))(",
        close: ")",
        members(mirror, depth),
        most: 1
      )
    }
  }

  /// The members of a value, those of superclasses first.
  private mutating func members(_ mirror: Mirror, _ depth: Int) -> [DumpChild] {
    var children = mirror.superclassMirror.map { members($0, depth) } ?? []
    for child in mirror.children {
      guard let label = memberName(child.label) else { continue }
      children.append(
        DumpChild(label: label.isEmpty ? nil : label, node: node(child.value, depth: depth))
      )
    }
    return children
  }

  /// A member's name in the source, empty if it has none, nil if a macro put it there for itself.
  private func memberName(_ label: String?) -> String? {
    guard var name = label, !name.hasPrefix(".") else { return "" }
    if name.hasPrefix("_$") { return nil }
    if name.hasPrefix("$__lazy_storage_$_") { name.removeFirst("$__lazy_storage_$_".count) }
    if name.hasPrefix("_"), name.count > 1 { name.removeFirst() }
    return name
  }

  private mutating func enumCase(_ mirror: Mirror, _ depth: Int) -> DumpNode {
    guard let child = mirror.children.first else { return .leaf("nil") }
    let open = ".\(child.label ?? "")("
    let payload = Mirror(reflecting: child.value)
    let isTuple = payload.displayStyle == .tuple
    let parts =
      isTuple ? members(payload, depth) : [DumpChild(node: node(child.value, depth: depth))]
    guard parts.count == 1, case .group(let group) = parts[0].node else {
      return inlined(.labeled, open: open, close: ")", parts, most: .max)
    }
    // One payload of several lines shares its first and last line with the case.
    let label = parts[0].label.map { $0 + ": " } ?? ""
    return .group(group.wrapped(open: open + label, close: ")"))
  }

  private mutating func collection(_ value: Any, _ mirror: Mirror, _ depth: Int) -> DumpNode {
    let ids = (value as? any DumpIdentified)?.dumpIDs
    var children: [DumpChild] = []
    var isIdentified = true
    for (position, child) in mirror.children.enumerated() {
      if remaining <= 0 {
        children.append(rest(mirror.children.count - position))
        break
      }
      let id = ids.map { $0(position) } ?? identity(child.value)
      isIdentified = isIdentified && id != nil
      children.append(DumpChild(id: id.map(oneLine), node: node(child.value, depth: depth)))
    }
    // Ids that are not unique identify nothing.
    isIdentified = isIdentified && Set(children.map(\.id)).count == children.count
    if !isIdentified { for index in children.indices { children[index].id = nil } }
    return .group(
      DumpGroup(
        isIdentified ? .identified : .ordered,
        open: "[",
        close: "]",
        children: children
      )
    )
  }

  private mutating func set(_ mirror: Mirror, _ depth: Int) -> DumpNode {
    let elements = sorted(mirror.children.map { ($0.value, $0.value) })
    var children: [DumpChild] = []
    for (position, element) in elements.enumerated() {
      if remaining <= 0 {
        children.append(rest(elements.count - position))
        break
      }
      children.append(DumpChild(node: node(element.value, depth: depth)))
    }
    return .group(DumpGroup(.unordered, open: "[", close: "]", children: children))
  }

  private mutating func dictionary(_ mirror: Mirror, _ depth: Int) -> DumpNode {
    let pairs = mirror.children.map { child -> (key: Any, value: Any) in
      let pair = Array(Mirror(reflecting: child.value).children)
      return pair.count == 2 ? (pair[0].value, pair[1].value) : (child.value, ())
    }
    let entries = sorted(pairs)
    var children: [DumpChild] = []
    for (position, entry) in entries.enumerated() {
      if remaining <= 0 {
        children.append(rest(entries.count - position))
        break
      }
      children.append(DumpChild(label: entry.text, node: node(entry.value, depth: depth)))
    }
    return .group(DumpGroup(.labeled, open: "[", close: "]", children: children))
  }

  private func rest(_ count: Int) -> DumpChild { DumpChild(node: .leaf("… \(count) more")) }

  /// Values with the texts of their keys: numbers by size, then all else by text.
  ///
  /// The order is that of the values alone, so equal sets and dictionaries have equal texts. Keys that are alike on one
  /// line are told apart by their whole texts, and by the texts of their values.
  private func sorted(_ pairs: [(key: Any, value: Any)]) -> [(text: String, value: Any)] {
    let entries = pairs.map {
      Entry(order: DumpOrder($0.key, oneLine($0.key)), key: $0.key, value: $0.value)
    }
    .sorted { $0.order < $1.order }
    var result: [Entry] = []
    var start = 0
    while start < entries.count {
      let end = entries[start...].firstIndex { $0.order != entries[start].order } ?? entries.count
      let alike = entries[start..<end]
      result += alike.count == 1 ? Array(alike) : sortedByWholeTexts(alike)
      start = end
    }
    return result.map { ($0.order.text, $0.value) }
  }

  private struct Entry {
    let order: DumpOrder
    let key: Any
    let value: Any
  }

  private func sortedByWholeTexts(_ entries: ArraySlice<Entry>) -> [Entry] {
    let texts = entries.map { (wholeText(of: $0.key), wholeText(of: $0.value), $0) }
    return texts.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  private func wholeText(of value: Any) -> String {
    var builder = DumpBuilder(dump: dump, maxNodes: ValueDiff.maxNodes)
    return builder.node(value).lines().joined(separator: "\n")
  }

  /// The text of a key or an id, on one line.
  private func oneLine(_ value: Any) -> String {
    var builder = DumpBuilder(dump: dump, maxNodes: 64)
    var unwrapped = value
    if let erased = value as? AnyHashable { unwrapped = erased.base }
    let lines = builder.node(unwrapped).lines()
    if lines.count == 1 { return lines[0] }
    return lines.map { $0.drop { $0 == " " } }.joined(separator: " ")
  }

  private func identity(_ value: Any) -> Any? {
    func id(_ value: some Identifiable) -> Any { value.id }
    guard let value = value as? any Identifiable else { return nil }
    return id(value)
  }
}

/// The order of the keys of a dictionary and of the elements of a set.
private struct DumpOrder: Comparable {
  /// The sign and the digits of a whole number of any size.
  private let number: (isNegative: Bool, digits: String)?
  let text: String

  init(_ value: Any, _ text: String) {
    self.text = text
    let base = (value as? AnyHashable)?.base ?? value
    number = (base as? any BinaryInteger).map { number in
      let digits = "\(number)"
      return digits.hasPrefix("-") ? (true, String(digits.dropFirst())) : (false, digits)
    }
  }

  static func == (left: DumpOrder, right: DumpOrder) -> Bool {
    (left.number == nil) == (right.number == nil) && left.text == right.text
  }

  static func < (left: DumpOrder, right: DumpOrder) -> Bool {
    guard let first = left.number, let second = right.number else {
      if (left.number == nil) != (right.number == nil) { return left.number != nil }
      return left.text < right.text
    }
    if first.isNegative != second.isNegative { return first.isNegative }
    let isLess = (first.digits.count, first.digits) < (second.digits.count, second.digits)
    return first.isNegative ? first.digits != second.digits && !isLess : isLess
  }
}

/// A collection that knows the ids of its elements by itself.
protocol DumpIdentified {
  /// Gives the id of the element at a position.
  var dumpIDs: (Int) -> Any { get }
}

extension IdentifiedArray: DumpIdentified {
  var dumpIDs: (Int) -> Any { { id(of: self[$0]) } }
}
