extension Array where Element: AnyObject {
  /// Calls a closure with each object, without counting.
  @inline(__always)
  func forEachUncounted(_ body: (Element) -> Void) {
    unsafe withUnsafeBufferPointer { objects in
      // SAFETY: an unmanaged reference is the reference, and the array retains it meanwhile.
      unsafe objects.withMemoryRebound(to: Unmanaged<Element>.self) { references in
        for index in references.indices { unsafe references[index]._withUnsafeGuaranteedRef(body) }
      }
    }
  }
}
