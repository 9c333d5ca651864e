@_spi(Strata) import StrataCore

/// What a recording reads of a context at one moment.
struct NodeImage: Sendable {
  let id: UInt64
  let kind: String
  let identity: String?
  var properties: [Property] = []
  var children: [Int: [UInt64]] = [:]
  /// The contexts in private properties, and all below them.
  var hidden: [UInt64] = []
  /// Whether it has each property; one that was being changed in place is missing.
  var isComplete = true
  /// The context that this one is attached to, such as the owner of a local value.
  let owner: UInt64?

  struct Property: Sendable {
    let slot: Int
    let name: String
    let value: JSONValue
  }

  /// The node as the format has it.
  var json: JSONValue {
    var json: JSONObject = ["$kind": .string(kind)]
    json.set("$id", identity)
    for property in properties { json[property.name] = property.value }
    return .object(json)
  }
}

/// Reads contexts for a recording, outside all locks, because it runs user code.
struct ImageReader: Sendable {
  let values: ValueWriter
  let limits: RecordingLimits

  static let privateValue = PrivateNames.mark

  /// What a slot has: the value, or references to contexts.
  struct Contents {
    let json: JSONValue
    /// The contexts in the slot, if it is one of contexts that is not private.
    var children: [Context]?
    /// Whether the contexts are a list, whatever their number.
    var isList = false
    /// The contexts in a private slot, and all below them.
    var hidden: [UInt64] = []
  }

  /// Reads a value of a slot.
  func read(_ value: Any, of slot: Int, in context: Context) -> Contents {
    let isPrivate = limits.isPrivate(slot, of: context.layout)
    guard context.layout.slots[slot].isStructural, let container = value as? any ContextContainer
    else { return Contents(json: isPrivate ? Self.privateValue : values.json(of: value)) }
    var children: [Context] = []
    container.forEachContext { children.append($0) }
    guard !isPrivate else {
      return Contents(json: Self.privateValue, hidden: Self.all(below: children))
    }
    let isList = Self.isList(value)
    let json = Self.references(to: children.map(\.id.rawValue), isList: isList)
    return Contents(json: json, children: children, isList: isList)
  }

  /// Whether a slot is private; `nil` if no slot of contexts can be.
  private var isHidden: ((Layout, Int) -> Bool)? {
    limits.mayHidePlaces ? { limits.isPrivate($1, of: $0) } : nil
  }

  /// Whether a context stands in private properties alone.
  func isPrivate(_ context: Context) -> Bool {
    guard let isHidden else { return false }
    return !context.isReached(without: isHidden)
  }

  /// Contexts, and all below them, as numbers.
  static func all(below contexts: [Context]) -> [UInt64] {
    var seen: Set<UInt64> = []
    var waiting = contexts
    while let context = waiting.popLast() {
      guard seen.insert(context.id.rawValue).inserted else { continue }
      for slot in context.layout.slots.indices where context.layout.slots[slot].isStructural {
        guard let container = context.anyValue(at: slot) as? any ContextContainer else { continue }
        container.forEachContext { waiting.append($0) }
      }
    }
    return Array(seen)
  }

  private static func isList(_ value: Any) -> Bool {
    switch Mirror(reflecting: value).displayStyle {
    case .collection, .set, .dictionary: true
    case .optional: false
    default: value is any Collection
    }
  }

  /// The references to nodes, as a list, or as the only one.
  static func references(to nodes: [UInt64], isList: Bool) -> JSONValue {
    let references = nodes.map { node -> JSONValue in ["$ref": .string("\(node)")] }
    return isList || references.count > 1 ? .array(references) : references.first ?? .null
  }

  /// The images of contexts, and of those below them that are to be visited.
  ///
  /// - Parameters:
  ///   - roots: The contexts to begin with.
  ///   - isNew: Whether a context is to be visited.
  /// - Returns: An image of each visited context, parents first.
  /// - Complexity: O(size of what is visited).
  func images(of roots: [Context], where isNew: (UInt64) -> Bool) -> [NodeImage] {
    var images: [NodeImage] = []
    var waiting = Array(roots.reversed())
    var seen: Set<UInt64> = []
    while let context = waiting.popLast() {
      guard isNew(context.id.rawValue), seen.insert(context.id.rawValue).inserted else { continue }
      guard let (image, children) = image(of: context) else { continue }
      images.append(image)
      waiting.append(contentsOf: children.reversed())
    }
    return images
  }

  /// The image of a context, and the contexts in it; `nil` for one that stands in private properties alone.
  private func image(of context: Context) -> (NodeImage, [Context])? {
    let isHidden = isHidden
    let layout = context.layout
    let identity = layout.hooks.flatMap { $0.declaresIdentity ? $0.identity(of: context) : nil }
    var image = NodeImage(
      id: context.id.rawValue,
      kind: layout.name,
      identity: identity.map { "\($0)" },
      owner: context.attachmentOwner?.id.rawValue
    )
    var all: [Context] = []
    for slot in layout.slots.indices {
      let value: Any
      switch context.anyValue(at: slot, unlessBehind: isHidden) {
      case .value(let found): value = found
      case .none: continue
      case .changing:
        image.isComplete = false
        continue
      case .hidden: return nil
      }
      let contents = read(value, of: slot, in: context)
      image.properties.append(
        NodeImage.Property(
          slot: slot,
          name: Self.name(of: layout.slots[slot], in: context),
          value: contents.json
        )
      )
      image.hidden += contents.hidden
      guard let children = contents.children else { continue }
      image.children[slot] = children.map(\.id.rawValue)
      all += children
    }
    if let external = context.externalState {
      let json = read(external.externalState, ofExternalStateIn: context)
      let (slot, name) = (layout.slots.count, Self.externalName)
      image.properties.append(NodeImage.Property(slot: slot, name: name, value: json))
    }
    return (image, all)
  }

  /// The name of a state that lies outside of its context's slots.
  static let externalName = "state"

  /// The name of a slot's property; that of the models beside a state that lies outside is another than the state's.
  static func name(of slot: SlotDescriptor, in context: Context) -> String {
    slot.isStructural && slot.name == externalName && context.externalState != nil
      ? "models" : slot.name
  }

  /// A state that lies outside of its context's slots.
  func read(_ state: any Sendable, ofExternalStateIn context: Context) -> JSONValue {
    let isPrivate = limits.isPrivate(Self.externalName, of: context.layout.name)
    return isPrivate ? Self.privateValue : values.json(of: state)
  }
}

extension Context {
  /// The object whose state belongs to this context, if there is one.
  var externalState: (any ExternalState)? { keptObject as? any ExternalState }
}
