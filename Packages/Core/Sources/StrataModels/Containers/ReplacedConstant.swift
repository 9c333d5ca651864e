/// A struct with another value in one of its constants.
///
/// No Swift expression makes one without the struct's initializers, which generated code does not know.
///
/// - Parameters:
///   - constant: A stored property of the struct.
///   - root: The struct as it was.
///   - value: The new value of the constant.
/// - Returns: The struct with the value; as it was, if the property is not stored in it.
@usableFromInline
func replacing<Root, Member>(
  _ constant: KeyPath<Root, Member>,
  of root: Root,
  by value: Member
) -> Root {
  guard let offset = MemoryLayout<Root>.offset(of: constant) else { return root }
  var copy = root
  // SAFETY: the compiler gives an offset only if a value of exactly this type is stored there. The bytes belong
  // to a local variable that is returned as a whole, as in an assignment.
  unsafe withUnsafeMutableBytes(of: &copy) { bytes in
    guard let base = bytes.baseAddress else { return }
    unsafe (base + offset).assumingMemoryBound(to: Member.self).pointee = value
  }
  return copy
}
