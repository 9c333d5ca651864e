extension Diagnostic {
  static func anchoredTwice(_ name: String) -> Diagnostic {
    Diagnostic(
      """
      \(name) is anchored but already lives in a tree. The second anchor has no effect. Keep the \
      first one, or anchor a new \(name).
      """
    )
  }

  static func anchoredFrozen(_ name: String) -> Diagnostic {
    Diagnostic(
      """
      A frozen copy of \(name) is anchored. Frozen copies do not live. Anchor a new \(name).
      """
    )
  }

  static func duplicateChild(_ child: String, _ parent: String) -> Diagnostic {
    Diagnostic(
      """
      \(child) is more than once in \(parent). It lives once; hold each element once, or give \
      each place an element of its own.
      """
    )
  }

  static func anchoredAfterRelease(_ name: String) -> Diagnostic {
    Diagnostic(
      """
      \(name) is anchored after it had left a tree and had let go of its functions and children. \
      The anchor has no effect. Anchor a new \(name).
      """
    )
  }
}
