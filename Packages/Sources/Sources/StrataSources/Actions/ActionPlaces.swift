import StrataConcurrency
@_spi(Reflection) import Swift

/// The fields in which values of a type may contain actions; found out once for each type.
final class ActionPlaces: Sendable {
  enum Kind: Sendable {
    /// Nowhere.
    case none
    /// The type knows.
    case holder
    /// In these fields of a struct or a tuple.
    case fields([Field])
    /// In values that are known only at run time: the payload of an enum, the content of an existential, the properties
    /// of an instance.
    case dynamic
  }

  struct Field: Sendable {
    let offset: Int
    let type: Any.Type
  }

  let kind: Kind
  /// The offsets of all actions in each value; `nil` if they depend on the value.
  private let offsets: [Int]?

  private init(_ kind: Kind, offsets: [Int]?) {
    self.kind = kind
    self.offsets = offsets
  }

  /// Whether a value of the type contains an action at one of the offsets that each value has.
  ///
  /// If not, the value may still contain it elsewhere.
  func holds(_ action: AnyObject, at memory: UnsafeRawPointer) -> Bool {
    guard let offsets else { return false }
    // SAFETY: nothing is done with the address but to compare it.
    let address = unsafe UInt(bitPattern: Unmanaged.passUnretained(action).toOpaque())
    // SAFETY: the runtime says that an action lies at the offset. It begins with the reference to its target, and only
    // the bits of that reference are read.
    return offsets.contains {
      unsafe memory.loadUnaligned(fromByteOffset: $0, as: UInt.self) == address
    }
  }

  private static let known = Locked<[ObjectIdentifier: ActionPlaces]>([:], rank: .leaf)

  /// The fields of a type.
  static func of<Value>(_ type: Value.Type) -> ActionPlaces {
    let key = ObjectIdentifier(type)
    if let places = known.withLock({ $0[key] }) { return places }
    var visiting: Set<ObjectIdentifier> = []
    let kind = kind(of: type, &visiting)
    let made = ActionPlaces(kind, offsets: offsets(of: type, kind))
    // The first object stays because its address is stored.
    return known.withLock { known in
      if let first = known[key] { return first }
      known[key] = made
      return made
    }
  }

  private static func offsets<Value>(of type: Value.Type, _ kind: Kind) -> [Int]? {
    switch kind {
    case .none: return []
    case .holder: return type is any SingleAction.Type ? [0] : nil
    case .dynamic: return nil
    case .fields(let fields):
      var offsets: [Int] = []
      for field in fields {
        func open<Content>(_ type: Content.Type) -> [Int]? { of(type).offsets }
        guard let inner = _openExistential(field.type, do: open) else { return nil }
        offsets += inner.map { field.offset + $0 }
      }
      return offsets
    }
  }

  /// Whether values of a type may contain actions; `visiting` has the types that are being asked already.
  static func mayHold(_ type: Any.Type, _ visiting: inout Set<ObjectIdentifier>) -> Bool {
    if let places = known.withLock({ $0[ObjectIdentifier(type)] }) {
      if case .none = places.kind { return false }
      return true
    }
    func open<Value>(_ type: Value.Type) -> Bool {
      if case .none = kind(of: type, &visiting) { return false }
      return true
    }
    return _openExistential(type, do: open)
  }

  private static func kind<Value>(
    of type: Value.Type,
    _ visiting: inout Set<ObjectIdentifier>
  ) -> Kind {
    // Plain bytes refer to nothing.
    if _isPOD(type) { return .none }
    if let holder = type as? any ActionHolding.Type {
      return holder.canHoldActions(&visiting) ? .holder : .none
    }
    if type is any Error.Type || metadataKind(type) == MetadataKind.function
      || type is any StringProtocol.Type
    {
      return .none
    }
    if type is AnyClass { return .dynamic }
    // A type inside itself, by way of an array or a box.
    guard visiting.insert(ObjectIdentifier(type)).inserted else { return .dynamic }
    defer { visiting.remove(ObjectIdentifier(type)) }
    return kindOfFields(type, &visiting)
  }

  private static func kindOfFields(
    _ type: Any.Type,
    _ visiting: inout Set<ObjectIdentifier>
  ) -> Kind {
    // The fields of an enum or of an existential are unknown without a value.
    let kind = metadataKind(type)
    guard kind == MetadataKind.structure || kind == MetadataKind.tuple else { return .dynamic }
    var fields: [Field] = []
    // SAFETY: only the offset and the type are used, not the pointer to the name.
    _ = unsafe _forEachField(of: type) { _, offset, fieldType, _ in
      if mayHold(fieldType, &visiting) { fields.append(Field(offset: offset, type: fieldType)) }
      return true
    }
    return fields.isEmpty ? .none : .fields(fields)
  }
}

/// A type whose values begin with the reference to an action's target, or have none.
private protocol SingleAction {}

extension Action: SingleAction {}
extension Optional: SingleAction where Wrapped: SingleAction {}

/// The kinds of types that matter here, as type metadata spells them: part of Swift's stable binary
/// interface.
private enum MetadataKind {
  static let structure: UInt = 0x200
  static let tuple: UInt = 0x301
  static let function: UInt = 0x302
}

private func metadataKind(_ type: Any.Type) -> UInt {
  // SAFETY: a metatype is a pointer to type metadata. Its first word is its kind or, for classes on Apple's systems, an
  // isa pointer, which is none of the kinds.
  unsafe unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee
}
