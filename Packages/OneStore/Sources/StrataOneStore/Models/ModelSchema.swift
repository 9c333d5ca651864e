import StrataConcurrency
@_spi(Reflection) import Swift

/// Where the models of a type keep the reference to their place; found out once for each type.
///
/// The fields of a type are looked at once; a read of a model is a load at a known offset.
@usableFromInline
final class ModelSchema: Sendable {
  let key: ObjectIdentifier
  let offset: Int

  private init(key: ObjectIdentifier, offset: Int) {
    self.key = key
    self.offset = offset
  }

  private static let known = Locked<[ObjectIdentifier: ModelSchema]>([:], rank: .leaf)

  /// The schema of a type of models.
  static func of<M: Model>(_ type: M.Type) -> ModelSchema {
    let key = ObjectIdentifier(type)
    if let schema = SchemaCache.find(key) {
      return schema
    }
    return make(type, key)
  }

  private static func make<M: Model>(_ type: M.Type, _ key: ObjectIdentifier) -> ModelSchema {
    if let schema = known.withLock({ $0[key] }) {
      SchemaCache.add(schema)
      return schema
    }
    var offsets: [Int] = []
    // SAFETY: only the offset and the type are used, not the pointer to the name.
    _ = unsafe _forEachField(of: type) { _, offset, fieldType, _ in
      if fieldType is any ModelStateDeclaring.Type { offsets.append(offset) }
      return true
    }
    guard let offset = offsets.first else { OneStoreTrap.noModelState(type) }
    guard offsets.count == 1 else { OneStoreTrap.severalModelStates(type) }
    let made = ModelSchema(key: key, offset: offset)
    // The first stays.
    let schema = known.withLock { known in
      if let first = known[key] { return first }
      known[key] = made
      return made
    }
    SchemaCache.add(schema)
    return schema
  }

  /// What the wrapper in a model keeps, if the model's type has been looked at already.
  ///
  /// Not retained: the model keeps it.
  // SAFETY: the runtime says that the wrapper lies at the offset; it is one reference, of a class.
  @inlinable
  @inline(__always)
  static func reference<M: Model>(in model: M) -> Unmanaged<PlaceReference>? {
    let offset = knownOffset(in: ObjectIdentifier(M.self))
    guard offset >= 0 else { return nil }
    return unsafe withUnsafeBytes(of: model) { bytes in
      let word = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt.self)
      return unsafe UnsafeRawPointer(bitPattern: word).map { unsafe .fromOpaque($0) }
    }
  }

  /// Where the wrapper lies in a type of models; less than zero if the type has not been looked at lately.
  @usableFromInline
  static func knownOffset(in key: ObjectIdentifier) -> Int { SchemaCache.offset(in: key) }

  /// The place that a model shows.
  func place<M: Model>(in model: M) -> Place<M.State> {
    // SAFETY: the runtime says that the wrapper lies at the offset; it is one reference, of a class.
    unsafe withUnsafeBytes(of: model) { bytes in
      let word = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt.self)
      guard let pointer = unsafe UnsafeRawPointer(bitPattern: word) else {
        OneStoreTrap.noModelState(M.self)
      }
      let reference = unsafe Unmanaged<PlaceReference>.fromOpaque(pointer).takeUnretainedValue()
      if reference.stateType == ObjectIdentifier(M.State.self) {
        // SAFETY: only a `Place<M.State>` says so.
        return unsafe unsafeDowncast(reference, to: Place<M.State>.self)
      }
      return reference.place(of: M.State.self)
    }
  }
}

/// Finds the wrapper among the fields of a model.
protocol ModelStateDeclaring {}

extension ModelState: ModelStateDeclaring {}
