/// What a `@StateModel` property can declare: a model, an optional model, a collection of models.
///
/// The state of a container is a plain value; its elements are the states of the models. A kind of container
/// of one's own conforms its state to ``StateContainer``, and itself to this protocol; everything but
/// ``modelContainer(from:)`` and ``models`` has a default then.
public protocol ModelContainer: Sendable {
  /// The kind of model that each element is.
  associatedtype ModelElement: Model
  /// The states of the models, as a plain value.
  associatedtype Container: Sendable
  /// Tells the elements of a container apart.
  associatedtype ElementID: Hashable

  /// The models of the elements, in order, as a container.
  static func modelContainer(from elements: Elements) -> Self

  /// The models that the container holds, in order.
  var models: [ModelElement] { get }

  /// The states of the models.
  var stateContainer: Container { get }

  /// Identities of the elements of a container, in order.
  static func elementIDs(of container: Container) -> [ElementID]

  /// Identities of the elements of a container at some positions, in order.
  static func elementIDs(of container: Container, in range: Range<Int>) -> [ElementID]

  /// The state of an element.
  ///
  /// - Returns: The state, and its position, which is where to look first the next time; `nil` if there is no
  ///   such element.
  static func element(
    _ id: ElementID,
    near position: Int,
    in container: Container
  ) -> (state: ModelElement.State, position: Int)?

  /// Gives the memory of an element that is about to be changed.
  ///
  /// - Returns: The memory, good until `endAccess(to:at:_:in:)`, and the element's position; `nil` if there is
  ///   no such element.
  @unsafe
  static func beginAccess(
    to id: ElementID,
    near position: Int,
    in container: UnsafeMutablePointer<Container>
  ) -> (memory: UnsafeMutablePointer<ModelElement.State>, position: Int)?

  /// Ends a change of an element.
  @unsafe
  static func endAccess(
    to id: ElementID,
    at position: Int,
    _ memory: UnsafeMutablePointer<ModelElement.State>,
    in container: UnsafeMutablePointer<Container>
  )

  /// Whether two containers share their memory, and so are equal without a look inside.
  static func isIdentical(_ a: Container, to b: Container) -> Bool

  /// Whether two containers are known to have the same elements, without a look into them.
  static func hasSameStructure(_ a: Container, as b: Container) -> Bool
}

extension ModelContainer {
  /// The models and states from which a container of models is made.
  public typealias Elements = ModelElements<Self>

  /// `false`: nothing is known without a look inside.
  public static func isIdentical(_ a: Container, to b: Container) -> Bool { false }

  /// Those of all, of which some are taken.
  public static func elementIDs(of container: Container, in range: Range<Int>) -> [ElementID] {
    Array(elementIDs(of: container)[range])
  }

  /// `false`: the identities are compared.
  public static func hasSameStructure(_ a: Container, as b: Container) -> Bool { false }
}

/// The models of a container's elements.
public struct ModelElements<Models: ModelContainer>: Sendable {
  /// The models, in the order of the elements.
  public let models: [Models.ModelElement]
}

// MARK: A model alone

@available(*, unavailable)
extension SingleID: Sendable {}

/// Tells a single model's states apart, where they have an identity.
public struct SingleID: Hashable {
  let id: (any Hashable)?

  /// Whether two identities are equal.
  public static func == (a: SingleID, b: SingleID) -> Bool {
    func isEqual<ID: Hashable>(_ id: ID, _ other: (any Hashable)?) -> Bool { (other as? ID) == id }
    guard let id = a.id else { return b.id == nil }
    return isEqual(id, b.id)
  }

  /// Feeds what `==` compares.
  public func hash(into hasher: inout Hasher) {
    id?.hash(into: &hasher)
  }

  /// The identity of a state, if its type has one.
  static func of<State>(_ state: State) -> SingleID {
    guard let state = state as? any Identifiable else { return SingleID(id: nil) }
    func open<S: Identifiable>(_ state: S) -> SingleID {
      SingleID(id: state.id)
    }
    return open(state)
  }
}

extension Model {
  /// The model itself.
  public static func modelContainer(from elements: ModelElements<Self>) -> Self {
    elements.models[0]
  }

  /// The model itself.
  public var models: [Self] { [self] }

  /// The state of the model.
  public var stateContainer: State { place.liveState }

  /// One identity: that of the state, if it has one.
  public static func elementIDs(of container: State) -> [SingleID] { [.of(container)] }

  /// The state.
  public static func element(
    _ id: SingleID,
    near position: Int,
    in container: State
  ) -> (state: State, position: Int)? {
    (container, 0)
  }

  /// The memory of the state.
  @unsafe
  public static func beginAccess(
    to id: SingleID,
    near position: Int,
    in container: UnsafeMutablePointer<State>
  ) -> (memory: UnsafeMutablePointer<State>, position: Int)? {
    unsafe (container, 0)
  }

  /// Does nothing: the state was changed where it is.
  @unsafe
  public static func endAccess(
    to id: SingleID,
    at position: Int,
    _ memory: UnsafeMutablePointer<State>,
    in container: UnsafeMutablePointer<State>
  ) {}
}
