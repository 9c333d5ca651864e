/// Looks at the places of a model that may hold actions, and takes note of those of one source.
///
/// What a model's type can hold is found out once for each type (``ActionPlaces``): numbers, texts
/// and arrays of them are never looked at. Only for enums, whose payloads have no other way in, and
/// for class instances a mirror is made; a class instance is looked at once, so that a model whose
/// objects refer to one another in a circle ends too.
struct ActionSearch {
  private let link: ActionLink
  /// What is offered, each offer once.
  private(set) var found: [ActionOffers.Offer] = []
  /// The actions that were decoded.
  private(set) var decoded: [any AnyDecodedAction] = []
  private var instances: Set<ObjectIdentifier> = []

  init(for link: ActionLink) { self.link = link }

  /// Takes note of an action.
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

  /// Takes note of an action that was decoded.
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
      // SAFETY: the runtime says at which offset of a value of this type which type lies.
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
      // SAFETY: by the caller, a value of this type is there.
      visit(unsafe address.assumingMemoryBound(to: Field.self).pointee)
    }
    _openExistential(type, do: open)
  }

  private mutating func visitDynamic<Value>(_ value: Value) {
    let type = type(of: value as Any)
    if type != Value.self {
      // An existential, or an instance of a subclass: what is there decides. Cast and not opened,
      // for opening an existential in a box gives the existential again.
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
  /// Whether values of the type can hold actions at all; `visiting` has the types that are being
  /// asked already.
  static func canHoldActions(_ visiting: inout Set<ObjectIdentifier>) -> Bool

  /// Hands what may hold actions to the search.
  func visitActions(_ search: inout ActionSearch)
}
