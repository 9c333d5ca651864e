/// How the containers of a field are copied, where their type is not known.
enum FieldCopying {
  /// The bytes are all of the value.
  case bytes
  /// The value begins with a reference to a buffer of elements. If anything follows, it is one more reference, in whose
  /// place a copy has another object: the real one would be copied by the next change, because two have it.
  case elements(standIn: AnyObject?)
  /// The type copies its values.
  case values(ValueCopying)

  static func of<Models: ModelContainer>(_ type: Models.Type) -> FieldCopying {
    let container = Models.Container.self
    if _isPOD(container) { return .bytes }
    if let type = type as? any ElementModels.Type { return .elements(standIn: type.makeStandIn()) }
    return .values(TypedCopying<Models.Container>())
  }
}

/// Copies values of a type that is not known where they are copied.
// SAFETY: nothing is stored.
class ValueCopying: @unchecked Sendable {
  @unsafe
  func copy(_ value: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) {
    OneStoreTrap.abstract()
  }

  @unsafe
  func destroy(_ value: UnsafeMutableRawPointer) { OneStoreTrap.abstract() }
}

/// Copies values of one type, which is a parameter of its own: one that depends on another would be looked up.
// SAFETY: nothing is stored.
private final class TypedCopying<Value>: ValueCopying, @unchecked Sendable {
  @unsafe
  override func copy(_ value: UnsafeRawPointer, _ target: UnsafeMutableRawPointer) {
    unsafe target.assumingMemoryBound(to: Value.self).initialize(
      to: value.assumingMemoryBound(to: Value.self).pointee
    )
  }

  @unsafe
  override func destroy(_ value: UnsafeMutableRawPointer) {
    unsafe value.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
  }
}

/// What a change of a state has to know of a field, as plain bytes: an object would be counted at each use.
@safe
struct FieldBytes {
  let offset: Int
  let size: Int
  /// Whether the field begins with a reference to a buffer of elements.
  private let hasElements: Bool
  // SAFETY: the field, which lives as long as the program, keeps it.
  /// What a copy has as its second word.
  private let standIn: Unmanaged<AnyObject>?
  // SAFETY: the field, which lives as long as the program, keeps it.
  private let copying: Unmanaged<ValueCopying>?

  init(_ field: StateField) {
    offset = field.offset
    size = field.size
    switch field.copying {
    case .bytes: unsafe (hasElements, standIn, copying) = (false, nil, nil)
    case .elements(let object):
      // SAFETY: as above.
      let standIn = unsafe object.map { unsafe Unmanaged.passUnretained($0) }
      unsafe (hasElements, self.standIn, copying) = (true, standIn, nil)
    case .values(let values):
      unsafe (hasElements, standIn, copying) = (false, nil, .passUnretained(values))
    }
  }

  /// Whether the field has the same bytes in a state as in a copy of it.
  @unsafe
  func isSame(_ copy: UnsafeRawPointer, _ state: UnsafeRawPointer) -> Bool {
    // The copy has the buffer, too, so nothing has changed it in place.
    let compared = hasElements ? MemoryLayout<Int>.size : size
    return unsafe SameBytes.are(copy, state, offset..<offset + compared)
  }

  /// Copies the container of a state to where there are its bytes.
  @unsafe
  func copy(from state: UnsafeRawPointer, to copy: UnsafeMutableRawPointer) {
    if hasElements { _ = unsafe elements(in: state).retain() }
    if let standIn = unsafe standIn {
      let second = unsafe copy + (offset + MemoryLayout<Int>.size)
      unsafe second.storeBytes(of: standIn.toOpaque(), as: UnsafeRawPointer.self)
    }
    unsafe copying?._withUnsafeGuaranteedRef { unsafe $0.copy(state + offset, copy + offset) }
  }

  /// Releases a copy.
  @unsafe
  func destroy(in copy: UnsafeMutableRawPointer) {
    if hasElements { unsafe elements(in: copy).release() }
    unsafe copying?._withUnsafeGuaranteedRef { unsafe $0.destroy(copy + offset) }
  }

  // SAFETY: the first word of such a field is a reference to an object.
  @unsafe
  private func elements(in state: UnsafeRawPointer) -> Unmanaged<AnyObject> {
    unsafe .fromOpaque(state.load(fromByteOffset: offset, as: UnsafeRawPointer.self))
  }
}
