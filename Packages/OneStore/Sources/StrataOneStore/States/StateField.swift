import StrataConcurrency
import StrataCore
import Synchronization

/// A property of a type of state that declares models: where it is, and how its children are made.
// SAFETY: constants.
@usableFromInline
class StateField: @unchecked Sendable {
  let name: String
  let offset: Int
  /// Its place among the fields; the children's slot in the context has the same number.
  let number: Int
  /// The bytes that the property takes.
  let size: Int
  /// How its values are copied.
  let copying: FieldCopying
  /// A check whether a model of the field has changed the identity of its own state.
  let identity: StateIdentity

  init(
    name: String,
    offset: Int,
    number: Int,
    size: Int,
    copying: FieldCopying,
    identity: StateIdentity
  ) {
    self.identity = identity
    self.name = name
    self.offset = offset
    self.number = number
    self.size = size
    self.copying = copying
  }

  /// Makes the table of the field's children in a place.
  func makeTable(of parent: AnyPlace) -> ChildTable { OneStoreTrap.abstract() }

  /// Puts a mark into the field of a copy.
  @unsafe
  func setMark(_ mark: UInt16, in state: UnsafeMutableRawPointer) { OneStoreTrap.abstract() }
}

/// How the states of a field's models lie in the field.
enum FieldShape {
  /// One state, at the beginning of the field: of a model alone, or of one that may be there.
  case single
  /// In the buffer of an array that the field begins with, at a distance from the buffer's beginning. Elements in place
  /// may be changed where they are only if nothing else is kept about them.
  case elements(first: Int, stride: Int, isChangedInPlace: Bool)
  /// Known to the type of container alone.
  case other

  static func of<Models: ModelContainer>(_ type: Models.Type) -> FieldShape {
    if type is any Model.Type || type is any OptionalModels.Type { return .single }
    guard let type = Elements.of(type) else { return .other }
    // The header of a buffer is four words long.
    let (words, alignment) = (
      4 * MemoryLayout<Int>.size, MemoryLayout<Models.ModelElement.State>.alignment
    )
    return .elements(
      first: (words + alignment - 1) & ~(alignment - 1),
      stride: MemoryLayout<Models.ModelElement.State>.stride,
      isChangedInPlace: type.areChangedInPlace
    )
  }
}

/// Optional models.
protocol OptionalModels {}

extension Optional: OptionalModels where Wrapped: Model {}

/// Models whose states are the elements of an array, with which the container begins.
protocol ElementModels {
  /// Whether an element may be changed where it is, without the container.
  static var areChangedInPlace: Bool { get }
  /// The address of the first element of a container; `nil` if there is none.
  @unsafe
  static func firstElement(in container: UnsafeRawPointer) -> UnsafeRawPointer?
  /// How many elements a container has.
  @unsafe
  static func elementCount(in container: UnsafeRawPointer) -> Int
  /// Whether a container has no identity twice.
  static var haveUniqueIDs: Bool { get }
  /// The parts of a container's copy beside the elements' buffer; `nil` if a container is that alone.
  ///
  /// Elements of such a copy are found by their positions.
  static func makeStandIn() -> AnyObject?
}

extension Array: ElementModels where Element: Model & Identifiable, Element.State: Identifiable {
  static var areChangedInPlace: Bool { true }

  static var haveUniqueIDs: Bool { false }

  static func makeStandIn() -> AnyObject? { nil }

  @unsafe
  static func elementCount(in container: UnsafeRawPointer) -> Int {
    unsafe container.assumingMemoryBound(to: [Element.State].self).pointee.count
  }

  @unsafe
  static func firstElement(in container: UnsafeRawPointer) -> UnsafeRawPointer? {
    let states = unsafe container.assumingMemoryBound(to: [Element.State].self)
    return unsafe states.pointee.withUnsafeBufferPointer { unsafe UnsafeRawPointer($0.baseAddress) }
  }
}

/// Finds out what a type of container is.
private enum Elements {
  static func of(_ type: Any.Type) -> (any ElementModels.Type)? { type as? any ElementModels.Type }
}

/// The property of one type of models.
// SAFETY: constants.
final class ModelField<Models: ModelContainer>: StateField, @unchecked Sendable {
  let shape = FieldShape.of(Models.self)
  let elements = Elements.of(Models.self)
  /// Whether the containers keep others from having two elements with one identity.
  var haveUniqueIDs: Bool { elements?.haveUniqueIDs ?? false }
  /// The address of the schema of the models' states; zero until it is first asked for.
  private let knownSchema = Atomic<UInt>(0)

  init(name: String, offset: Int, number: Int) {
    super.init(
      name: name,
      offset: offset,
      number: number,
      size: MemoryLayout<StateModel<Models>>.size,
      copying: .of(Models.self),
      identity: .of(Models.ModelElement.State.self)
    )
  }

  /// The schema of the models' states.
  ///
  /// Not looked up before a model is there: the states of a tree of models have themselves as fields.
  var elementSchema: StateSchema {
    // SAFETY: schemas are kept as long as the program runs.
    if let known = unsafe UnsafeRawPointer(bitPattern: knownSchema.load(ordering: .acquiring)) {
      return unsafe Unmanaged<StateSchema>.fromOpaque(known).takeUnretainedValue()
    }
    let schema = StateSchema.of(Models.ModelElement.State.self, for: Models.ModelElement.self)
    let address = unsafe Unmanaged.passUnretained(schema).toOpaque()
    knownSchema.store(UInt(bitPattern: address), ordering: .releasing)
    return schema
  }

  override func makeTable(of parent: AnyPlace) -> ChildTable {
    ModelTable<Models>(self, of: parent)
  }

  @unsafe
  override func setMark(_ mark: UInt16, in state: UnsafeMutableRawPointer) {
    unsafe pointer(in: state).pointee.mark = mark
  }

  /// The common first and last elements of two containers; `nil` if that cannot be seen in their memory.
  @unsafe
  func common(_ former: UnsafeRawPointer, _ now: UnsafeRawPointer) -> CommonElements? {
    guard case .elements(_, let stride, _) = shape, let elements else { return nil }
    return unsafe CommonElements(
      elements.firstElement(in: former),
      elements.elementCount(in: former),
      elements.firstElement(in: now),
      elements.elementCount(in: now),
      stride: stride
    )
  }

  /// The address of the property in a state.
  @unsafe
  func pointer(in state: UnsafeMutableRawPointer) -> UnsafeMutablePointer<StateModel<Models>> {
    unsafe (state + offset).assumingMemoryBound(to: StateModel<Models>.self)
  }

  /// The address of the property in a state.
  @unsafe
  func pointer(in state: UnsafeRawPointer) -> UnsafePointer<StateModel<Models>> {
    unsafe (state + offset).assumingMemoryBound(to: StateModel<Models>.self)
  }

  /// The addresses of the models' states in a state.
  @unsafe
  func container(in state: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Models.Container> {
    // SAFETY: the container is the first stored property of the wrapper.
    unsafe (state + offset).assumingMemoryBound(to: Models.Container.self)
  }
}
