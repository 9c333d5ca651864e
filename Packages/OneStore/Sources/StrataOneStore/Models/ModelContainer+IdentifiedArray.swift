public import StrataExtensions

extension IdentifiedArray: ModelContainer
where
  Element: Model & Identifiable,
  Element.State: Identifiable,
  ID == Element.State.ID,
  ID == Element.ID
{
  /// The kind of model that each element is.
  public typealias ModelElement = Element
  /// The states of the models.
  public typealias Container = IdentifiedArrayOf<Element.State>
  /// The identity of an element.
  public typealias ElementID = Element.State.ID

  /// The models as an array.
  public static func modelContainer(from elements: ModelElements<Self>) -> Self {
    Self(uniqueElements: elements.models)
  }

  /// The models in order.
  public var models: [Element] { Array(self) }

  /// The states of the models.
  public var stateContainer: IdentifiedArrayOf<Element.State> {
    IdentifiedArrayOf<Element.State>(uniqueElements: map { $0.stateContainer })
  }

  /// The identities of the elements, in order.
  public static func elementIDs(of container: Container) -> [ElementID] {
    container.elements.map { $0.id }
  }

  /// The identities of the elements in a range, in order.
  public static func elementIDs(of container: Container, in range: Range<Int>) -> [ElementID] {
    range.map { container[$0].id }
  }

  /// Whether two arrays share their buffer.
  public static func isIdentical(_ a: Container, to b: Container) -> Bool {
    guard a.count == b.count else { return false }
    return unsafe a.elements.withUnsafeBufferPointer { a in
      unsafe b.elements.withUnsafeBufferPointer { b in unsafe a.baseAddress == b.baseAddress }
    }
  }

  /// The element with an identity; looked for at its last position first.
  public static func element(
    _ id: ElementID,
    near position: Int,
    in container: Container
  ) -> (state: Element.State, position: Int)? {
    let elements = container.elements
    if position < elements.count, elements[position].id == id {
      return (elements[position], position)
    }
    return container.index(id: id).map { (elements[$0], $0) }
  }

  /// A copy of the element with an identity, to be put back.
  @unsafe
  public static func beginAccess(
    to id: ElementID,
    near position: Int,
    in container: UnsafeMutablePointer<Container>
  ) -> (memory: UnsafeMutablePointer<Element.State>, position: Int)? {
    guard let (state, position) = unsafe element(id, near: position, in: container.pointee) else {
      return nil
    }
    let memory = UnsafeMutablePointer<Element.State>.allocate(capacity: 1)
    unsafe memory.initialize(to: state)
    return unsafe (memory, position)
  }

  /// Puts the element back.
  @unsafe
  public static func endAccess(
    to id: ElementID,
    at position: Int,
    _ memory: UnsafeMutablePointer<Element.State>,
    in container: UnsafeMutablePointer<Container>
  ) {
    unsafe container.pointee[id: id] = memory.move()
    unsafe memory.deallocate()
  }
}

extension IdentifiedArray: ElementModels
where
  Element: Model & Identifiable,
  Element.State: Identifiable,
  ID == Element.State.ID,
  ID == Element.ID
{
  // The ids are kept beside them.
  static var areChangedInPlace: Bool { false }

  static var haveUniqueIDs: Bool { true }

  // What finds elements by their identities: an identified array is the buffer and this.
  static func makeStandIn() -> AnyObject? {
    unsafe withUnsafeBytes(of: Container()) { container in
      let second = unsafe container.load(
        fromByteOffset: MemoryLayout<Int>.size,
        as: UnsafeRawPointer.self
      )
      // SAFETY: the second word of an identified array is a reference to an object, which the array keeps here.
      return unsafe Unmanaged<AnyObject>.fromOpaque(second).takeUnretainedValue()
    }
  }

  @unsafe
  static func elementCount(in container: UnsafeRawPointer) -> Int {
    unsafe container.assumingMemoryBound(to: Container.self).pointee.count
  }

  @unsafe
  static func firstElement(in container: UnsafeRawPointer) -> UnsafeRawPointer? {
    let states = unsafe container.assumingMemoryBound(to: Container.self).pointee.elements
    return unsafe states.withUnsafeBufferPointer { unsafe UnsafeRawPointer($0.baseAddress) }
  }
}
