/// Reads a value into a tree of texts.
struct DumpBuilder {
  let dump: ValueDump
  /// How many more parts are read.
  var remaining: Int
  /// The objects that are being read, to cut cycles.
  var open: Set<ObjectIdentifier> = []
  /// The identities of the values that are being read.
  private var openIdentities: Set<AnyHashable> = []

  init(dump: ValueDump, maxNodes: Int) {
    self.dump = dump
    self.remaining = maxNodes
  }

  /// The tree of a value.
  mutating func node(_ value: Any, depth: Int = 0) -> DumpNode {
    remaining -= 1
    let isDeep = depth >= min(max(dump.maxDepth, 0), 256)
    if let identity = (value as? any DumpRepresentable)?.dumpIdentity {
      guard openIdentities.insert(identity).inserted else {
        return .leaf("\(typeName(unwrapped(value)))(↻)")
      }
      defer { openIdentities.remove(identity) }
      return represented(value, depth, isDeep) ?? .leaf(typeName(value))
    }
    if let node = represented(value, depth, isDeep) { return node }
    if let leaf = text(of: value) { return leaf }
    let mirror = Mirror(reflecting: value)
    if let text = systemText(of: value, mirror) { return .leaf(text) }
    if mirror.children.isEmpty, mirror.superclassMirror == nil {
      return .leaf(empty(value, mirror))
    }
    if mirror.displayStyle == .optional, let wrapped = mirror.children.first?.value {
      let node = node(wrapped, depth: depth)
      return node == .leaf("nil") ? .leaf(".some(nil)") : node
    }
    if isDeep { return abbreviated(value, mirror) }
    return withoutCycle(value, mirror) { builder in
      builder.parts(of: value, mirror, depth: depth + 1)
    }
  }

  /// The text of a value with a representation of its type or of the dump.
  private mutating func represented(_ value: Any, _ depth: Int, _ isDeep: Bool) -> DumpNode? {
    guard let shown = representation(of: value) else { return nil }
    return isDeep ? abbreviated(value, Mirror(reflecting: value)) : node(shown, of: value, depth)
  }

  /// The representation that a type or the dump asks for.
  private func representation(of value: Any) -> DumpRepresentation? {
    if !dump.representations.isEmpty,
      let represent = dump.representations[ObjectIdentifier(type(of: value))]
    {
      return represent(value)
    }
    return (value as? any DumpRepresentable)?.dumpRepresentation
  }

  private mutating func node(
    _ representation: DumpRepresentation,
    of value: Any,
    _ depth: Int
  ) -> DumpNode {
    switch representation {
    case .text(let text):
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      guard lines.count > 1 else { return .leaf(text) }
      let inner = lines.dropFirst().dropLast().map { DumpChild(node: .leaf($0)) }
      return .group(
        DumpGroup(.ordered, open: lines[0], close: lines[lines.count - 1], children: inner)
      )
    case .value(let other):
      // One level deeper, so that a value which represents itself comes to an end.
      return node(other, depth: depth + 1)
    case .members(let members):
      let children = members.map {
        DumpChild(label: $0.label, node: node($0.value, depth: depth + 1))
      }
      return inlined(
        .labeled,
        open: "\(typeName(unwrapped(value)))(",
        close: ")",
        children,
        most: 1
      )
    }
  }

  /// The value in an optional.
  ///
  /// A cast to a type with a representation looks through optionals.
  private func unwrapped(_ value: Any) -> Any {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional, let wrapped = mirror.children.first?.value else {
      return value
    }
    return unwrapped(wrapped)
  }

  private mutating func withoutCycle(
    _ value: Any,
    _ mirror: Mirror,
    _ read: (inout Self) -> DumpNode
  ) -> DumpNode {
    guard mirror.displayStyle == .class else { return read(&self) }
    let object = ObjectIdentifier(value as AnyObject)
    guard open.insert(object).inserted else { return .leaf("\(typeName(value))(↻)") }
    defer { open.remove(object) }
    return read(&self)
  }

  /// A group, or one line if the parts are leaves, few enough and short together.
  func inlined(
    _ kind: DumpGroup.Kind,
    open: String,
    close: String,
    _ children: [DumpChild],
    most: Int
  ) -> DumpNode {
    let group = DumpGroup(kind, open: open, close: close, children: children)
    guard children.count <= most else { return .group(group) }
    var texts: [String] = []
    for child in children {
      guard case .leaf(let text) = child.node else { return .group(group) }
      texts.append((child.label.map { $0 + ": " } ?? "") + text)
    }
    let line = open + texts.joined(separator: ", ") + close
    return line.count <= 80 ? .leaf(line) : .group(group)
  }

  func typeName(_ value: Any) -> String { String(describing: type(of: value)) }
}
