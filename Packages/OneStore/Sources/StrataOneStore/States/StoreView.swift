/// Marks a view through which the state can only be read.
public enum Read: Sendable {}

/// Marks a view through which the state can be read and written.
public enum Write: Sendable {}

/// A view of a part of the state of a place in a store.
///
/// ```swift
/// $state.count              // a view of a property
/// EditModel($state.edit)    // a model of a part that no @StateModel declares
/// $state.destination.case(/Destination.edit)
/// ```
@dynamicMemberLookup
public struct StoreView<Root: Sendable, State: Sendable, Access>: Sendable {
  let place: Place<Root>
  let path: ViewPath<Root, State>

  init(_ place: Place<Root>, _ path: ViewPath<Root, State>) {
    self.place = place
    self.path = path
  }

  init(whole place: Place<Root>) where Root == State {
    self.place = place
    path = .whole
  }

  /// A view of a property, to read and to write.
  ///
  /// - Returns: The view.
  public subscript<Value: Sendable>(
    dynamicMember keyPath: WritableKeyPath<State, Value>
  ) -> StoreView<Root, Value, Access> {
    StoreView<Root, Value, Access>(place, path.appending(keyPath))
  }

  /// A view of a property, to read.
  ///
  /// - Returns: The view.
  public subscript<Value: Sendable>(
    dynamicMember keyPath: KeyPath<State, Value>
  ) -> StoreView<Root, Value, Read> {
    StoreView<Root, Value, Read>(place, path.appending(reading: keyPath))
  }

  /// A view of a property of what an optional holds; its value is `nil` when there is none.
  ///
  /// - Returns: The view.
  public subscript<Wrapped, Value: Sendable>(
    dynamicMember keyPath: WritableKeyPath<Wrapped, Value>
  ) -> StoreView<Root, Value?, Access> where State == Wrapped? {
    StoreView<Root, Value?, Access>(place, path.appending(throughOptional: keyPath))
  }

  /// The live value.
  public var value: State { path.get(place.liveState) }

  /// The same view, through which nothing can be written.
  public var readOnly: StoreView<Root, State, Read> { StoreView<Root, State, Read>(place, path) }

  /// Whether views see a state that is not the store's.
  public var isStateOverridden: Bool { place.store.isOverridden }
}

extension StoreView where Access == Write {
  /// The live value, to be read and written.
  public var wrappedValue: State {
    get { value }
    nonmutating set {
      let change = place.beginChange()
      unsafe path.set(&change.pointer.pointee, newValue)
      place.endChange(change)
    }
  }

  /// Changes the value as one step: all of it, or nothing.
  ///
  /// Views and streams are told once. If the closure throws, the value is as it was before, and no one is told.
  /// Other threads wait meanwhile; the closure must not use the store in another way.
  ///
  /// - Parameter body: Changes the value.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  public func transaction<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let change = place.beginChange()
    defer { place.endChange(change) }
    do throws(Failure) {
      var value = unsafe path.get(change.pointer.pointee)
      let result = try body(&value)
      unsafe path.set(&change.pointer.pointee, value)
      return result
    } catch {
      throw error
    }
  }
}

extension StoreView: Equatable where State: Equatable {
  /// Whether the live values are equal.
  public static func == (a: StoreView, b: StoreView) -> Bool { a.value == b.value }
}

extension StoreView: Identifiable where State: Identifiable {
  /// The identity of the live value.
  public var id: State.ID { value.id }
}
