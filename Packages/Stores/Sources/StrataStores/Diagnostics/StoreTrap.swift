/// The messages of the errors that end the program.
enum StoreTrap {
  /// The store as the delegate of its view.
  static func delegate<Delegate>(of store: some AnyObject) -> Delegate {
    guard let delegate = store as? Delegate else {
      fatalError(
        """
        \(type(of: store)) does not conform to \(Delegate.self), so its view has nobody to tell \
        what happens in it. Declare the conformance in an extension of \(type(of: store)).
        """
      )
    }
    return delegate
  }
}
