/// The stored members of a type, read from the compiler's metadata about it.
///
/// There is no public way to list the fields of a type without a value: an empty dictionary or an optional that
/// is `nil` shows nothing. The layout that is read here is part of Swift's stable binary interface. In a program
/// that was built without it, a type has no members.
enum StoredParts {
  /// One stored property, one payload of an enum, or one element of a tuple.
  struct Part {
    let name: String
    let type: Any.Type
  }

  /// The members of a struct, an enum, a tuple or a class that is not generic; none for all other types.
  static func parts(of type: Any.Type) -> [Part] {
    // SAFETY: a metatype is a pointer to metadata, which is never freed. Its first word is the kind or, for
    // classes, an address or zero; further words are read for known kinds only.
    let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    switch unsafe metadata.load(as: UInt.self) {
    case 0x200, 0x201, 0x202: return unsafe fields(of: metadata)
    case 0x301: return unsafe elements(ofTuple: metadata)
    case 0: return unsafe fields(ofClass: metadata)
    default: return []
    }
  }

  /// Whether a type is an enum, or an optional.
  static func isEnum(_ type: Any.Type) -> Bool { [0x201, 0x202].contains(kind(of: type)) }

  /// Whether a type is a tuple.
  static func isTuple(_ type: Any.Type) -> Bool { kind(of: type) == 0x301 }

  private static func kind(of type: Any.Type) -> UInt {
    // SAFETY: a metatype is a pointer to metadata, whose first word is the kind.
    unsafe unsafeBitCast(type, to: UnsafeRawPointer.self).load(as: UInt.self)
  }

  /// The elements of a tuple: a count, an address of labels, then pairs of type and offset.
  private static func elements(ofTuple metadata: UnsafeRawPointer) -> [Part] {
    // SAFETY: the words of tuple metadata, as above.
    let count = unsafe metadata.load(fromByteOffset: word, as: Int.self)
    return (0..<count).map { index in
      let offset = (3 + 2 * index) * word
      return Part(
        name: "\(index)",
        type: unsafe metadata.load(fromByteOffset: offset, as: Any.Type.self)
      )
    }
  }

  /// The fields of a struct or an enum, from the descriptor that the second word points to.
  private static func fields(of metadata: UnsafeRawPointer) -> [Part] {
    // SAFETY: the words of the metadata of structs and enums, as above.
    let descriptor = unsafe metadata.load(fromByteOffset: word, as: UnsafeRawPointer.self)
    return unsafe fields(describedBy: descriptor, of: metadata)
  }

  /// The fields of a class and of those that it inherits from.
  ///
  /// This is compiled only without Objective-C, with which a class's metadata has another layout.
  private static func fields(ofClass metadata: UnsafeRawPointer) -> [Part] {
    #if canImport(ObjectiveC)
    return []
    #else
    // SAFETY: without Objective-C the metadata of a class begins with zero and its superclass, and has its
    // descriptor at byte 40. A descriptor's first word has bit 7 if the class is generic. The position of its
    // arguments is then not known here.
    let superclass = unsafe metadata.load(fromByteOffset: word, as: UnsafeRawPointer?.self)
    let inherited = unsafe superclass.map { unsafe fields(ofClass: $0) } ?? []
    guard let descriptor = unsafe metadata.load(fromByteOffset: 40, as: UnsafeRawPointer?.self),
      unsafe descriptor.load(as: UInt32.self) & 0x80 == 0
    else { return inherited }
    return unsafe inherited + fields(describedBy: descriptor, of: metadata)
    #endif
  }

  /// The fields that a type's descriptor lists.
  private static func fields(
    describedBy descriptor: UnsafeRawPointer,
    of metadata: UnsafeRawPointer
  ) -> [Part] {
    // SAFETY: a type's descriptor has a relative reference to its list of fields at byte 16. The list has its
    // length at byte 12 and records from byte 16 on. A record has three words of four bytes: flags, and
    // relative references to the mangled type and to the name.
    guard let list = unsafe follow(descriptor + 16) else { return [] }
    let count = unsafe Int(list.load(fromByteOffset: 12, as: UInt32.self))
    var parts: [Part] = []
    for index in 0..<count {
      let record = unsafe list + 16 + 12 * index
      guard let mangled = unsafe follow(record + 4), let name = unsafe follow(record + 8),
        let type = unsafe resolve(mangled, descriptor, metadata)
      else { continue }
      let text = unsafe String(cString: name.assumingMemoryBound(to: CChar.self))
      parts.append(Part(name: text, type: type))
    }
    return parts
  }

  /// The type of a mangled name inside a type, or `nil` if the program does not contain it.
  private static func resolve(
    _ mangled: UnsafeRawPointer,
    _ descriptor: UnsafeRawPointer,
    _ metadata: UnsafeRawPointer
  ) -> Any.Type? {
    // SAFETY: the name ends with a zero; the generic arguments of a struct or an enum follow the
    // word that points to the descriptor.
    unsafe _getTypeByMangledNameInContext(
      mangled.assumingMemoryBound(to: UInt8.self),
      UInt(length(ofMangled: mangled)),
      genericContext: descriptor,
      genericArguments: metadata + 2 * word
    )
  }

  /// The length of a mangled name.
  ///
  /// In it, bytes of 1 to 23 announce a reference of four bytes and those of 24 to 31 one of eight. The bytes of
  /// a reference may be zero.
  private static func length(ofMangled name: UnsafeRawPointer) -> Int {
    var length = 0
    while true {
      // SAFETY: the byte at `length` is behind the part that was read of a name that ends with a zero.
      switch unsafe name.load(fromByteOffset: length, as: UInt8.self) {
      case 0: return length
      case 1...23: length += 5
      case 24...31: length += 9
      default: length += 1
      }
    }
  }

  /// The target of a relative reference; zero has none.
  private static func follow(_ reference: UnsafeRawPointer) -> UnsafeRawPointer? {
    // SAFETY: called with the address of a relative reference only.
    let offset = unsafe Int(reference.load(as: Int32.self))
    return offset == 0 ? nil : unsafe reference + offset
  }

  private static var word: Int { MemoryLayout<UInt>.size }
}
