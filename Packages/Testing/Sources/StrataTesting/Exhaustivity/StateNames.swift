import StrataCore

/// The names of contexts and their properties as a test would write them: `board.rows[1].count`.
struct StateNames {
  private var names: [ContextID: String] = [:]
  private var rootNames: [String: Int] = [:]

  /// Names everything below some roots.
  ///
  /// - Complexity: O(size of the trees).
  init(_ roots: [Context]) {
    for root in roots where names[root.id] == nil { add(root) }
  }

  /// The name of a context: the shortest way from its root, or its kind if it is in no tree.
  func name(of context: Context) -> String { names[context.id] ?? context.layout.name.asVariable }

  /// The name of a property.
  ///
  /// A value by key is named as models spell it, `board.node.local.isExpanded`.
  func name(of read: SlotRead) -> String {
    if let cell = read.context.layout.cell {
      return "\(name(of: read.context.owner)).node.\(cell.family.name).\(cell.name)"
    }
    return "\(name(of: read.context)).\(read.context.layout.slots[read.slot].name)"
  }

  private mutating func add(_ root: Context) {
    let kind = root.layout.name.asVariable
    let count = rootNames[kind, default: 0] + 1
    rootNames[kind] = count
    names[root.id] = count == 1 ? kind : "\(kind)\(count)"
    var waiting = [root]
    var next = 0
    while next < waiting.count {
      let parent = waiting[next]
      next += 1
      for child in parent.children where names[child.context.id] == nil {
        names[child.context.id] = name(of: child, in: parent)
        waiting.append(child.context)
      }
    }
  }

  private func name(of child: ChildPlace, in parent: Context) -> String {
    let place = name(of: SlotRead(context: parent, slot: child.slot))
    let value = parent.anyValue(at: child.slot)
    if value is any Collection { return "\(place)[\(child.position)]" }
    guard let value else { return place }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional {
      let wrapped = mirror.children.first.map { Mirror(reflecting: $0.value) }
      return wrapped?.displayStyle == .enum ? "\(place)?\(wrapped?.caseName ?? "")" : "\(place)?"
    }
    return place + mirror.caseName
  }
}

extension Mirror {
  /// `.detail` for an enum's case with payload, else nothing.
  fileprivate var caseName: String {
    guard displayStyle == .enum, let label = children.first?.label else { return "" }
    return ".\(label)"
  }
}

extension String {
  /// `appModel` for `AppModel`.
  fileprivate var asVariable: String { prefix(1).lowercased() + dropFirst() }
}
