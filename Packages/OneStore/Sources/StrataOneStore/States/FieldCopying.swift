/// How the containers of a field are copied, where their type is not known.
enum FieldCopying {
  /// The bytes are all of the value.
  case bytes
  /// The value begins with so many references to objects, and the rest is bytes.
  case references(Int)
  /// The type copies its values.
  case values(ValueCopying)

  static func of<Models: ModelContainer>(_ type: Models.Type) -> FieldCopying {
    let container = Models.Container.self
    if _isPOD(container) { return .bytes }
    let words = MemoryLayout<Models.Container>.size / MemoryLayout<Int>.size
    if type is any ElementModels.Type { return .references(words) }
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
  /// How many references the field begins with.
  private let references: Int
  // SAFETY: the field, which lives as long as the program, keeps it.
  private let copying: Unmanaged<ValueCopying>?

  init(_ field: StateField) {
    offset = field.offset
    size = field.size
    switch field.copying {
    case .bytes: unsafe (references, copying) = (0, nil)
    case .references(let count): unsafe (references, copying) = (count, nil)
    case .values(let values): unsafe (references, copying) = (0, .passUnretained(values))
    }
  }

  /// Whether the field has the same bytes in two states.
  @unsafe
  func isSame(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer) -> Bool {
    unsafe SameBytes.are(a, b, offset..<offset + size)
  }

  /// Copies the container of a state to where there are its bytes.
  @unsafe
  func copy(from state: UnsafeRawPointer, to copy: UnsafeMutableRawPointer) {
    for index in 0..<references { unsafe _ = reference(index, in: state).retain() }
    unsafe copying?._withUnsafeGuaranteedRef { unsafe $0.copy(state + offset, copy + offset) }
  }

  /// Releases a copy.
  @unsafe
  func destroy(in copy: UnsafeMutableRawPointer) {
    for index in 0..<references { unsafe reference(index, in: copy).release() }
    unsafe copying?._withUnsafeGuaranteedRef { unsafe $0.destroy(copy + offset) }
  }

  // SAFETY: so many words at the beginning of the field are references to objects.
  @unsafe
  private func reference(_ index: Int, in state: UnsafeRawPointer) -> Unmanaged<AnyObject> {
    let start = offset + index * MemoryLayout<Int>.size
    return unsafe .fromOpaque(state.load(fromByteOffset: start, as: UnsafeRawPointer.self))
  }
}
