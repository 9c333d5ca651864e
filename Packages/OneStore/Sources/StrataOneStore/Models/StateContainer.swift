/// A value that holds states of models, for kinds of containers of one's own.
///
/// ```swift
/// struct Pair<Element: Sendable>: StateContainer {
///   var first: Element
///   var second: Element
///   var elementKeyPaths: [WritableKeyPath<Pair, Element>] { [\.first, \.second] }
///   var structure: Int { 2 }
/// }
/// ```
///
/// Two values with an equal structure have the same elements: models neither come nor go.
public protocol StateContainer: Sendable {
  /// The state of one model.
  associatedtype Element: Sendable
  /// What tells which elements there are, without a look into them.
  associatedtype Structure: Equatable

  /// Where the elements are, in order.
  var elementKeyPaths: [WritableKeyPath<Self, Element>] { get }

  /// Which elements there are.
  var structure: Structure { get }
}

/// A container of states that has a default, so that a `@StateModel` property needs no first value.
public protocol DefaultedStateContainer: StateContainer {
  /// The first value.
  static func defaultContainer() -> Self
}

extension StateModel where Models.Container: DefaultedStateContainer {
  /// Makes one of the container's default.
  public init() { self.init(wrappedValue: .defaultContainer()) }
}

/// Tells the elements of a ``StateContainer`` apart: by their ids, or else by where they are.
public struct ContainerElementID: Hashable {
  let id: AnyHashable
}

@available(*, unavailable)
extension ContainerElementID: Sendable {}

extension ModelContainer
where
  Container: StateContainer,
  Container.Element == ModelElement.State,
  ElementID == ContainerElementID
{
  private static func id(
    of path: WritableKeyPath<Container, ModelElement.State>,
    in container: Container
  ) -> ContainerElementID {
    if let id = SingleID.of(container[keyPath: path]).id {
      return ContainerElementID(id: AnyHashable(id))
    }
    return ContainerElementID(id: AnyHashable(path))
  }

  private static func path(
    of id: ContainerElementID,
    in container: Container
  ) -> WritableKeyPath<Container, ModelElement.State>? {
    container.elementKeyPaths.first { Self.id(of: $0, in: container) == id }
  }

  /// The identities of the elements, in order.
  public static func elementIDs(of container: Container) -> [ContainerElementID] {
    container.elementKeyPaths.map { id(of: $0, in: container) }
  }

  /// The element with an identity.
  public static func element(
    _ id: ContainerElementID,
    near position: Int,
    in container: Container
  ) -> (state: ModelElement.State, position: Int)? {
    path(of: id, in: container).map { (container[keyPath: $0], position) }
  }

  /// A copy of the element with an identity, to be put back.
  @unsafe
  public static func beginAccess(
    to id: ContainerElementID,
    near position: Int,
    in container: UnsafeMutablePointer<Container>
  ) -> (memory: UnsafeMutablePointer<ModelElement.State>, position: Int)? {
    guard let path = unsafe path(of: id, in: container.pointee) else { return nil }
    let memory = UnsafeMutablePointer<ModelElement.State>.allocate(capacity: 1)
    unsafe memory.initialize(to: container.pointee[keyPath: path])
    return unsafe (memory, position)
  }

  /// Puts the element back.
  @unsafe
  public static func endAccess(
    to id: ContainerElementID,
    at position: Int,
    _ memory: UnsafeMutablePointer<ModelElement.State>,
    in container: UnsafeMutablePointer<Container>
  ) {
    let state = unsafe memory.move()
    unsafe memory.deallocate()
    guard let path = unsafe path(of: id, in: container.pointee) else { return }
    unsafe container.pointee[keyPath: path] = state
  }

  /// Whether two containers have the same elements.
  public static func hasSameStructure(_ a: Container, as b: Container) -> Bool {
    a.structure == b.structure
  }
}
