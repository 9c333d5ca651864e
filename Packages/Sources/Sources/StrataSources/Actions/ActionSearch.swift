/// Visits the fields of a model that may contain actions, and notes the actions of one source.
///
/// The fields of a model's type are found out once for each type (``ActionPlaces``): numbers, texts and arrays of them
/// are never visited. A mirror is made only for class instances and for enums, whose payloads have no other way in. A
/// class instance is visited once, so the search also ends for a model whose objects refer to one another in a circle.
struct ActionSearch {
  private let link: ActionLink
  /// The offers that were found, each once.
  private(set) var found: [ActionOffers.Offer] = []
  /// The actions that were decoded.
  private(set) var decoded: [any AnyDecodedAction] = []
  private var instances: Set<ObjectIdentifier> = []

  init(for link: ActionLink) { self.link = link }

  /// Notes an action.
  mutating func note<Input>(_ action: BoundAction<Input>) {
    guard action.link === link else { return }
    if found.contains(where: { $0.action === action }) { return }
    found.append(
      ActionOffers.Offer(
        method: ObjectIdentifier(action.method),
        number: action.offer,
        action: action
      )
    )
  }

  /// Notes an action that was decoded.
  mutating func note<Input>(_ action: DecodedAction<Input>) {
    decoded.append(action)
    if case .success(let bound) = action.find() { note(bound) }
  }

  /// Looks at a value.
  mutating func visit<Value>(_ value: Value) {
    let places = ActionPlaces.of(Value.self)
    switch places.kind {
    case .none: break
    case .holder: (value as? any ActionHolding)?.visitActions(&self)
    case .fields(let fields):
      // SAFETY: the runtime gives the offsets of the fields in a value of this type, with their types.
      unsafe withUnsafeBytes(of: value) { bytes in
        for field in fields {
          guard let base = bytes.baseAddress else { continue }
          unsafe visit(base + field.offset, as: field.type)
        }
      }
    case .dynamic: visitDynamic(value)
    }
  }

  private mutating func visit(_ address: UnsafeRawPointer, as type: Any.Type) {
    func open<Field>(_: Field.Type) {
      // SAFETY: the caller ensures that the memory has a value of this type.
      visit(unsafe address.assumingMemoryBound(to: Field.self).pointee)
    }
    _openExistential(type, do: open)
  }

  private mutating func visitDynamic<Value>(_ value: Value) {
    let type = type(of: value as Any)
    if type != Value.self {
      // An existential, or an instance of a subclass, where the present value decides. It is cast and not opened,
      // because opening an existential in a box gives the existential again.
      return visit(value as Any, as: type)
    }
    if type is AnyClass {
      visit(instance: value as AnyObject)
    } else {
      for child in Mirror(reflecting: value).children { visitContent(child.value) }
    }
  }

  private mutating func visitContent(_ value: Any) {
    visit(value, as: type(of: value))
  }

  private mutating func visit(_ value: Any, as type: Any.Type) {
    func open<Content>(_ type: Content.Type) {
      if let content = value as? Content { visit(content) }
    }
    _openExistential(type, do: open)
  }

  private mutating func visit(instance: AnyObject) {
    guard instances.insert(ObjectIdentifier(instance)).inserted else { return }
    var mirror: Mirror? = Mirror(reflecting: instance)
    while let current = mirror {
      for child in current.children { visitContent(child.value) }
      mirror = current.superclassMirror
    }
  }
}

/// A type of this library or the standard library that knows where in its values actions are.
protocol ActionHolding {
  /// Whether values of the type can contain actions at all; `visiting` has the types that are being asked already.
  static func canHoldActions(_ visiting: inout Set<ObjectIdentifier>) -> Bool

  /// Passes the fields that may contain actions to the search.
  func visitActions(_ search: inout ActionSearch)
}
