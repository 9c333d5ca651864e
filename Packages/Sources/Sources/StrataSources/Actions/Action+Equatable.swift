/// What two equal actions have in common.
enum ActionIdentity: Hashable, Sendable {
  /// Does nothing.
  case nothing
  /// A method of a source, or a closure; told apart by its object.
  case object(ObjectIdentifier)
  /// Decoded and not bound.
  case decoded(source: String, name: String)
}

extension Action: Equatable {
  /// Whether two actions call the same method of the same source.
  public static func == (a: Action, b: Action) -> Bool { a.identity == b.identity }

  var identity: ActionIdentity {
    switch target {
    case .nothing: .nothing
    case .declared(let method): .object(ObjectIdentifier(method))
    case .bound(let action): .object(ObjectIdentifier(action.method))
    case .closure(let closure): .object(ObjectIdentifier(closure))
    case .mapped(let target): .object(ObjectIdentifier(target))
    case .decoded(let action): action.identity
    }
  }
}

extension Action: Hashable {
  /// Feeds what `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

extension Action: CustomStringConvertible {
  /// The source and the property that declares the action: `AuthManager#3.logInAction`.
  public var description: String {
    switch target {
    case .nothing: "Action<\(Input.self)>.doNothing"
    case .declared(let method): method.name
    case .bound(let action): action.description
    case .closure: "Action<\(Input.self)>(closure)"
    case .mapped(let target): target.description
    case .decoded(let action): action.description
    }
  }

  /// The source whose method the action calls; nothing for closures and for what is not bound.
  public var sourceID: SourceID? {
    switch target {
    case .bound(let action): action.link.id
    case .decoded(let action): action.sourceID
    case .mapped(let target): target.sourceID
    case .nothing, .closure, .declared: nil
    }
  }
}
