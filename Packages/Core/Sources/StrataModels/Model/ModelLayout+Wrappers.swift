extension ModelLayout.Slots {
  /// The storage of a property with an attribute.
  ///
  /// `@Model` calls this for each property that may have a storage of its own, such as one with a property
  /// wrapper. Only a setter that is `nonmutating` can reach the storage that all copies of a handle share.
  public func storage<Value>(
    of property: ReferenceWritableKeyPath<M, Value>
  ) -> SharedStorage {
    SharedStorage()
  }

  /// A property that is only read has no copies that could differ.
  public func storage<Value>(of property: KeyPath<M, Value>) -> SharedStorage { SharedStorage() }

  /// A property whose setter changes the handle.
  public func storage<Value>(of property: WritableKeyPath<M, Value>) -> StorageOfTheCopy {
    StorageOfTheCopy()
  }

  /// Accepts a property.
  public func accept(_ storage: SharedStorage) {}

  /// Explains why a property is rejected.
  @available(
    *,
    unavailable,
    message: """
      Each copy of the model would have a value of its own here: the wrapper stores it in the handle. \
      Use a plain 'var' with 'didSet', a computed property with 'nonmutating set', or a wrapper whose \
      setter is 'nonmutating'
      """
  )
  public func accept(_ storage: StorageOfTheCopy) {}

  /// Storage that all copies of a model share.
  public struct SharedStorage: Sendable {}

  /// Storage that is part of a handle, so that each copy has its own.
  public struct StorageOfTheCopy: Sendable {}
}
