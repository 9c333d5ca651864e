@_spi(Strata) import StrataCore

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
    if let attachment = read.context.layout.attachment {
      let owner = name(of: read.context.owner)
      if let property = read.testedProperty { return "\(owner).\(property.name)" }
      return "\(owner).node.\(attachment.family.name).\(attachment.name)"
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
    if let attachment = read.context.layout.attachment {
      return
        "\(expression(of: read.context.owner)).node.\(attachment.family.name).\(attachment.name)"
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
      var paths: [Int: ChildPaths] = [:]
      for child in parent.children where names[child.context.id] == nil {
        if let store {
          add(child.context, of: store, in: root)
        } else {
          let known = paths[child.slot] ?? ChildPaths(in: parent.anyValue(at: child.slot))
          paths[child.slot] = known
          add(child, in: parent, known.paths[child.context.id])
        }
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

  private mutating func add(_ child: ChildPlace, in parent: Context, _ path: ChildPath?) {
    let read = SlotRead(context: parent, slot: child.slot)
    let (context, property) = (child.context, name(of: read))
    if let path {
      names[context.id] = property + path.text
      expressions[context.id] =
        path.isExact ? expression(of: read) + path.text : Self.placeholder(property + path.text)
    } else {
      // Its container hides it: the property is the most that is known.
      let description = "a \(context.layout.name) in \(property)"
      names[context.id] = "(\(description))"
      expressions[context.id] = Self.placeholder(description)
    }
  }
}

extension String {
  /// `appModel` for `AppModel`, `pair` for `Pair<Int>`.
  fileprivate var asVariable: String {
    let name = prefix { $0 != "<" }
    return name.prefix(1).lowercased() + name.dropFirst()
  }
}
