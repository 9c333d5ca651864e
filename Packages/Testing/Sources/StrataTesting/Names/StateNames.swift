@_spi(Strata) import StrataCore
import StrataExtensions

/// The names of contexts and their properties as a test would write them: `board.rows[1].count`.
struct StateNames {
  private var names: [ContextID: String] = [:]
  /// The source text for a context in a line that has to compile.
  private var expressions: [ContextID: String] = [:]
  private var rootNames: [String: Int] = [:]

  /// Names everything below some roots.
  ///
  /// - Complexity: O(size of the trees).
  init(_ roots: [Context]) {
    let variables = roots.map { AnchorPlaces.variable(of: $0.id) }
    for (root, variable) in zip(roots, variables) where names[root.id] == nil {
      // Two trees for one variable: a loop has made them, or a function that is called twice.
      let isOnly = variables.count { $0 == variable } == 1
      add(root, variable: isOnly ? variable : nil)
    }
  }

  /// The name of a context: the shortest way from its root, or its kind if it is in no tree.
  func name(of context: Context) -> String {
    names[context.id] ?? AnchorPlaces.variable(of: context.id) ?? context.layout.name.asVariable
  }

  /// The name of a property.
  ///
  /// A value with a key has its name in models, `board.node.local.isExpanded`.
  func name(of read: SlotRead) -> String {
    if let cell = read.context.layout.cell {
      let owner = name(of: read.context.owner)
      if let property = read.testedProperty { return "\(owner).\(property.name)" }
      return "\(owner).node.\(cell.family.name).\(cell.name)"
    }
    return "\(name(of: read.context)).\(read.context.layout.slots[read.slot].name)"
  }

  /// The source text for a context in a test; a placeholder, as `<#counter#>`, if that is not known.
  func expression(of context: Context) -> String {
    // A tree that has ended still has its variable.
    expressions[context.id] ?? AnchorPlaces.variable(of: context.id)
      ?? Self.placeholder(name(of: context))
  }

  /// The source text for a property in a test; see ``expression(of:)-(Context)``.
  func expression(of read: SlotRead) -> String {
    if let cell = read.context.layout.cell {
      return "\(expression(of: read.context.owner)).node.\(cell.family.name).\(cell.name)"
    }
    return "\(expression(of: read.context)).\(read.context.layout.slots[read.slot].name)"
  }

  private static func placeholder(_ name: String) -> String { "<#\(name)#>" }

  private mutating func add(_ root: Context, variable: String?) {
    let kind = variable ?? root.layout.name.asVariable
    let count = rootNames[kind, default: 0] + 1
    rootNames[kind] = count
    let name = count == 1 ? kind : "\(kind)\(count)"
    names[root.id] = name
    expressions[root.id] = variable == nil ? Self.placeholder(name) : kind
    let store = root.keptObject as? any AssertableState
    var waiting = [root]
    var next = 0
    while next < waiting.count {
      let parent = waiting[next]
      next += 1
      for child in parent.children where names[child.context.id] == nil {
        if let store { add(child.context, of: store, in: root) } else { add(child, in: parent) }
        waiting.append(child.context)
      }
    }
  }

  /// Names a model of a store that keeps its state in one value.
  private mutating func add(_ model: Context, of store: any AssertableState, in root: Context) {
    let path = store.testExpression(of: model)
    let name = path.map { self.name(of: root) + $0 } ?? model.layout.name.asVariable
    names[model.id] = name
    expressions[model.id] =
      path.map { expression(of: root) + $0 } ?? Self.placeholder(name)
  }

  private mutating func add(_ child: ChildPlace, in parent: Context) {
    let read = SlotRead(context: parent, slot: child.slot)
    let (way, isExact) = Self.way(to: child, in: parent)
    let name = name(of: read) + way
    names[child.context.id] = name
    expressions[child.context.id] =
      isExact ? expression(of: read) + way : Self.placeholder(name)
  }

  /// The source text behind the name of a property that reaches a child in it, and whether that compiles.
  private static func way(to child: ChildPlace, in parent: Context) -> (String, isExact: Bool) {
    guard let value = parent.anyValue(at: child.slot) else { return ("", true) }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .dictionary { return way(toPosition: child.position, in: mirror) }
    if value is any Collection { return ("[\(child.position)]", true) }
    return way(to: child.context, in: value, mirror)
  }

  private static func way(
    to context: Context,
    in value: Any,
    _ mirror: Mirror
  ) -> (String, isExact: Bool) {
    switch mirror.displayStyle {
    case .optional:
      guard let wrapped = mirror.children.first?.value else { return ("?", true) }
      let (way, isExact) = way(to: context, in: wrapped, Mirror(reflecting: wrapped))
      return ("?" + way, isExact)
    case .struct: return way(to: context, inStruct: value, mirror)
    default: return way(toPayloadOf: value, mirror)
    }
  }

  /// `.part` for the member of a container that is a struct; nothing for a model.
  private static func way(
    to context: Context,
    inStruct value: Any,
    _ mirror: Mirror
  ) -> (String, isExact: Bool) {
    guard let container = value as? any ContextContainer, !container.isHandle else {
      return ("", true)
    }
    for child in mirror.children {
      guard let label = child.label, let member = child.value as? any ContextContainer,
        let position = member.position(of: context)
      else { continue }
      if member is any Collection {
        let isList = member.isList
        return (isList ? ".\(label)[\(position)]" : ".\(label)", isExact: isList)
      }
      let (way, isExact) = way(to: context, in: child.value, Mirror(reflecting: child.value))
      return (".\(label)\(way)", isExact)
    }
    return ("", false)
  }

  /// `[case: \.detail]?` for an enum's case with payload, else nothing.
  private static func way(toPayloadOf value: Any, _ mirror: Mirror) -> (String, isExact: Bool) {
    guard mirror.displayStyle == .enum, let payload = mirror.children.first,
      let label = payload.label
    else { return ("", true) }
    let isSimple = Mirror(reflecting: payload.value).displayStyle != .tuple
    return value is any CasePathable && isSimple
      ? ("[case: \\.\(label)]?", true) : (".\(label)", false)
  }

  private static func way(
    toPosition position: Int,
    in dictionary: Mirror
  ) -> (String, isExact: Bool) {
    let pairs = Array(dictionary.children)
    guard pairs.indices.contains(position),
      let key = Mirror(reflecting: pairs[position].value).children.first?.value,
      let text = SourceLiteral.text(of: key)
    else { return ("[\(position)]", false) }
    return ("[\(text)]?", true)
  }
}

extension ContextContainer {
  /// Whether a value is one model and nothing else.
  fileprivate var isHandle: Bool { Self.contents == .handle }

  /// Whether a value is a list of models.
  fileprivate var isList: Bool {
    Self.contents == .handles && Mirror(reflecting: self).displayStyle != .dictionary
  }

  /// The position of a context in a container.
  fileprivate func position(of context: Context) -> Int? {
    var (position, found) = (0, Int?.none)
    forEachContext { held in
      if held === context { found = position }
      position += 1
    }
    return found
  }
}

extension String {
  /// `appModel` for `AppModel`, `pair` for `Pair<Int>`.
  fileprivate var asVariable: String {
    let name = prefix { $0 != "<" }
    return name.prefix(1).lowercased() + name.dropFirst()
  }
}
