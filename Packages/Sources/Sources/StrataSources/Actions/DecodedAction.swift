import StrataConcurrency

// SAFETY: constants, and a binding behind a lock.
/// An action that was decoded; all its copies are bound together.
final class DecodedAction<Input>: ActionTarget<Input>, @unchecked Sendable {
  private enum Binding {
    case none
    case method(BoundAction<Input>)
    case invalid
  }

  /// The name of the source.
  let source: String
  /// The name of the property.
  let name: String
  private let binding = Locked(Binding.none, rank: .leaf)

  init(source: String, name: String) {
    self.source = source
    self.name = name
  }

  override var description: String {
    if case .success(let action) = find() { return action.description }
    return "\(source).\(name)"
  }

  override var sourceID: SourceID? { (try? find().get())?.link.id }

  override var identity: ActionIdentity {
    if case .success(let action) = find() { return .object(ObjectIdentifier(action.method)) }
    return .decoded(source: source, name: name)
  }

  /// The bound action, or the reason why it was not bound.
  func find() -> Result<BoundAction<Input>, ActionError> {
    switch binding.withLock({ $0 }) {
    case .method(let action): .success(action)
    case .none: .failure(.decodedByWrongSource("\(source).\(name)"))
    case .invalid: .failure(.invalidMethod("\(source).\(name)"))
    }
  }

  override var codedNames: (source: String, action: String)? { (source, name) }

  override var unavailability: ActionError? {
    switch find() {
    case .success(let action): action.unavailability
    case .failure(let error): error
    }
  }

  override func execute(
    _ input: Input,
    _ recorded: (any Sendable)?,
    _ callSite: CallSite?,
    _ ifUnavailable: (ActionExecution) -> Bool
  ) {
    switch find() {
    case .success(let action): action.execute(input, recorded, callSite, ifUnavailable)
    case .failure(let error): reject(error, recorded, callSite, ifUnavailable)
    }
  }

  override func visitActions(_ search: inout ActionSearch) { search.note(self) }

  func bind(to action: BoundAction<Input>?) {
    binding.withLock { $0 = action.map { .method($0) } ?? .invalid }
  }
}

/// A decoded action whose input is not known.
protocol AnyDecodedAction: AnyObject {
  var source: String { get }
  /// Binds the action to the source's method of its name, if there is one.
  func bind(to owner: any ActionOwner, methods: [String: Any])
}

extension DecodedAction: AnyDecodedAction {
  func bind(to owner: any ActionOwner, methods: [String: Any]) {
    let method = methods[name] as? ActionMethod<Input>
    bind(to: method.map { owner.actionRegistry.offer($0, of: owner) })
  }
}

/// Binds the decoded actions in a model that becomes a source's.
enum DecodedActions {
  static func bind<Model>(
    in model: Model,
    to source: any DecodableActionSource,
    owner: SourceBase<Model>
  ) {
    var search = ActionSearch(for: owner.actions.link(to: owner))
    search.visit(model)
    let identifier = source.actionSourceIdentifier
    let decoded = search.decoded.filter { $0.source == identifier }
    guard !decoded.isEmpty else { return }
    let methods = declaredMethods(of: source)
    for action in decoded { action.bind(to: owner, methods: methods) }
  }

  /// The methods of the `@Action` properties, including those of superclasses, by the property's name.
  ///
  /// Only this function reflects on a source. It has to, because a source does not know a property that has never been
  /// read.
  private static func declaredMethods(of source: AnyObject) -> [String: Any] {
    var methods: [String: Any] = [:]
    var mirror: Mirror? = Mirror(reflecting: source)
    while let current = mirror {
      for child in current.children {
        guard let action = child.value as? any AnyAction, let method = action.declaredMethod,
          let label = child.label
        else { continue }
        let name = label.hasPrefix("_") ? String(label.dropFirst()) : label
        method.rename(name)
        methods[name] = method
      }
      mirror = current.superclassMirror
    }
    return methods
  }
}

/// A method whose input is not known.
protocol AnyActionMethod: AnyObject {
  func rename(_ name: String)
}

extension ActionMethod: AnyActionMethod {
  func rename(_ name: String) { named(by: name) }
}

/// An action whose input is not known.
protocol AnyAction {
  var declaredMethod: (any AnyActionMethod)? { get }
}

extension Action: AnyAction {
  var declaredMethod: (any AnyActionMethod)? { target?.declared }
}
