extension Optional: ModelContainer where Wrapped: Model {
  /// The kind of model that there may be.
  public typealias ModelElement = Wrapped
  /// The state that there may be.
  public typealias Container = Wrapped.State?
  /// The identity of the state, if it has one.
  public typealias ElementID = SingleID

  /// The model, if there is one.
  public static func modelContainer(from elements: ModelElements<Self>) -> Self {
    elements.models.first
  }

  /// The model, if there is one.
  public var models: [Wrapped] { map { [$0] } ?? [] }

  /// The state of the model, if there is one.
  public var stateContainer: Wrapped.State? { map { $0.stateContainer } }

  /// One identity, or none.
  public static func elementIDs(of container: Wrapped.State?) -> [SingleID] {
    container.map { [.of($0)] } ?? []
  }

  /// The state, if there is one.
  public static func element(
    _ id: SingleID,
    near position: Int,
    in container: Wrapped.State?
  ) -> (state: Wrapped.State, position: Int)? {
    guard let container, id.id == nil || SingleID.of(container) == id else { return nil }
    return (container, 0)
  }

  /// The memory of the state, if there is one.
  @unsafe
  public static func beginAccess(
    to id: SingleID,
    near position: Int,
    in container: UnsafeMutablePointer<Wrapped.State?>
  ) -> (memory: UnsafeMutablePointer<Wrapped.State>, position: Int)? {
    guard unsafe element(id, near: 0, in: container.pointee) != nil else { return nil }
    // SAFETY: the payload of an optional that has one lies at its beginning.
    let memory = unsafe UnsafeMutableRawPointer(container).assumingMemoryBound(
      to: Wrapped.State.self
    )
    return unsafe (memory, 0)
  }

  /// Does nothing: the state was changed where it is.
  @unsafe
  public static func endAccess(
    to id: SingleID,
    at position: Int,
    _ memory: UnsafeMutablePointer<Wrapped.State>,
    in container: UnsafeMutablePointer<Wrapped.State?>
  ) {}
}

extension Array: ModelContainer
where Element: Model & Identifiable, Element.State: Identifiable {
  /// The kind of model that each element is.
  public typealias ModelElement = Element
  /// The states of the models.
  public typealias Container = [Element.State]
  /// The identity of an element.
  public typealias ElementID = Element.State.ID

  /// The models as an array.
  public static func modelContainer(from elements: ModelElements<Self>) -> Self { elements.models }

  /// The array itself.
  public var models: [Element] { self }

  /// The states of the models.
  public var stateContainer: [Element.State] { map { $0.stateContainer } }

  /// The identities of the elements, in order.
  public static func elementIDs(of container: [Element.State]) -> [Element.State.ID] {
    container.map { $0.id }
  }

  /// The identities of the elements in a range, in order.
  public static func elementIDs(
    of container: [Element.State],
    in range: Range<Int>
  ) -> [Element.State.ID] {
    range.map { container[$0].id }
  }

  /// The element with an identity; looked for at its last position first.
  public static func element(
    _ id: Element.State.ID,
    near position: Int,
    in container: [Element.State]
  ) -> (state: Element.State, position: Int)? {
    guard let position = Self.position(of: id, near: position, in: container) else { return nil }
    return (container[position], position)
  }

  private static func position(
    of id: Element.State.ID,
    near position: Int,
    in container: [Element.State]
  ) -> Int? {
    if position < container.count, container[position].id == id { return position }
    return container.firstIndex { $0.id == id }
  }

  /// The memory of the element with an identity.
  @unsafe
  public static func beginAccess(
    to id: Element.State.ID,
    near position: Int,
    in container: UnsafeMutablePointer<[Element.State]>
  ) -> (memory: UnsafeMutablePointer<Element.State>, position: Int)? {
    guard let position = unsafe Self.position(of: id, near: position, in: container.pointee) else {
      return nil
    }
    // SAFETY: nothing changes the array until `endAccess`, so its buffer stays where it is.
    let base = unsafe container.pointee.withUnsafeMutableBufferPointer { $0.baseAddress }
    guard let base = unsafe base else { return nil }
    return unsafe (base + position, position)
  }

  /// Does nothing: the element was changed where it is.
  @unsafe
  public static func endAccess(
    to id: Element.State.ID,
    at position: Int,
    _ memory: UnsafeMutablePointer<Element.State>,
    in container: UnsafeMutablePointer<[Element.State]>
  ) {}

  /// Whether two arrays share their buffer.
  public static func isIdentical(_ a: [Element.State], to b: [Element.State]) -> Bool {
    guard a.count == b.count else { return false }
    return unsafe a.withUnsafeBufferPointer { a in
      unsafe b.withUnsafeBufferPointer { b in unsafe a.baseAddress == b.baseAddress }
    }
  }
}
