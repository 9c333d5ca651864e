import StrataCore

/// The protocols of an existential type, read from the compiler's metadata about it.
///
/// `any P` conforms to nothing, so no cast shows whether its values are models. The layout that is read here is
/// part of Swift's stable binary interface.
enum ExistentialProtocols {
  /// Whether all values of an existential type are models or containers of models.
  static func areContainers(_ type: Any.Type) -> Bool {
    // SAFETY: `protocols(of:)` gives descriptors, which are never freed.
    guard let container = unsafe protocols(of: (any ModelContainer).self).first else {
      return false
    }
    return unsafe protocols(of: type).contains { unsafe refines($0, container, depth: 0) }
  }

  /// The descriptors of the protocols that an existential type names; none for other types.
  private static func protocols(of type: Any.Type) -> [UnsafeRawPointer] {
    // SAFETY: a metatype is a pointer to metadata, which is never freed. Its first word is the kind. For
    // existentials the next two half words are flags and the number of protocols. The protocols follow, behind a
    // superclass if the flags say that there is one. The lowest bit of each marks one of Objective-C's.
    let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
    guard unsafe metadata.load(as: UInt.self) == 0x303 else { return unsafe [] }
    let flags = unsafe metadata.load(fromByteOffset: word, as: UInt32.self)
    let count = unsafe Int(metadata.load(fromByteOffset: word + 4, as: UInt32.self))
    let first = word + 8 + (flags & 0x4000_0000 == 0 ? 0 : word)
    return unsafe (0..<count).compactMap { index in
      let reference = unsafe metadata.load(fromByteOffset: first + index * word, as: UInt.self)
      return unsafe reference & 1 == 0 ? UnsafeRawPointer(bitPattern: reference) : nil
    }
  }

  /// Whether a protocol is another one or inherits from it.
  private static func refines(
    _ descriptor: UnsafeRawPointer,
    _ other: UnsafeRawPointer,
    depth: Int
  ) -> Bool {
    // SAFETY: both are descriptors.
    if unsafe descriptor == other { return true }
    guard depth < 32 else { return false }
    return unsafe parents(of: descriptor).contains { unsafe refines($0, other, depth: depth + 1) }
  }

  /// The protocols that a protocol inherits from.
  private static func parents(of descriptor: UnsafeRawPointer) -> [UnsafeRawPointer] {
    // SAFETY: a protocol's descriptor has the number of its generic requirements at byte 12 and the requirements
    // from byte 24 on, three words of four bytes each. The first has flags, whose low bits are zero for a
    // conformance. The second is a relative reference to the name of the conforming type, `x` for the protocol's
    // own. The third refers to the protocol. Its lowest two bits say that it goes through an address and that the
    // protocol is one of Objective-C's.
    let count = unsafe Int(descriptor.load(fromByteOffset: 12, as: UInt32.self))
    return unsafe (0..<count).compactMap { index in
      let requirement = unsafe descriptor + 24 + 12 * index
      guard unsafe requirement.load(as: UInt32.self) & 0x1F == 0 else { return nil }
      let subject = unsafe requirement + 4
      let name = unsafe subject + Int(subject.load(as: Int32.self))
      guard unsafe name.load(as: UInt8.self) == 0x78,
        unsafe name.load(fromByteOffset: 1, as: UInt8.self) == 0
      else { return nil }
      let place = unsafe requirement + 8
      let offset = unsafe Int(place.load(as: Int32.self))
      guard offset & 2 == 0 else { return nil }
      let target = unsafe place + (offset & ~3)
      return unsafe offset & 1 == 0 ? target : target.load(as: UnsafeRawPointer?.self)
    }
  }

  private static var word: Int { MemoryLayout<UInt>.size }
}
