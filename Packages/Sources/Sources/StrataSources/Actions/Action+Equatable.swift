/// The identity that equal actions share.
enum ActionIdentity: Hashable, Sendable {
  /// Does nothing.
  case nothing
  /// A method of a source, or a closure; its object distinguishes it.
  case object(ObjectIdentifier)
  /// Decoded and not bound.
  case decoded(source: String, name: String)
}

extension Action: Equatable {
  /// Whether two actions call the same method of the same source.
  public static func == (a: Action, b: Action) -> Bool { a.identity == b.identity }

  var identity: ActionIdentity { target?.identity ?? .nothing }
}

extension Action: Hashable {
  /// Feeds the identity that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

extension Action: CustomStringConvertible {
  /// The source and the property that declares the action: `AuthManager#3.logInAction`.
  public var description: String { target?.description ?? "Action<\(Input.self)>.doNothing" }

  /// The source whose method the action calls; nil for closures and for unbound actions.
  public var sourceID: SourceID? { target?.sourceID }
}

extension Action: CustomReflectable {
  /// Nothing inside: an action is one value, which ``description`` shows.
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
