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

  /// Values with the texts of their keys: numbers by size, all else by text.
  private func sorted(_ pairs: [(key: Any, value: Any)]) -> [(text: String, value: Any)] {
    let texts = pairs.map { (number: number($0.key), text: oneLine($0.key), value: $0.value) }
    return texts.sorted { left, right in
      if let first = left.number, let second = right.number { return first < second }
      return left.text < right.text
    }
    .map { ($0.text, $0.value) }
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

  private func number(_ value: Any) -> Int? {
    func clamped(_ value: some BinaryInteger) -> Int { Int(clamping: value) }
    guard let value = value as? any BinaryInteger else { return nil }
    return clamped(value)
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
