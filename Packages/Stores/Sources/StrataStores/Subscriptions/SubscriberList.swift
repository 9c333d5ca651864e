/// The subscribers of one store, in the order in which they are notified.
@frozen
@usableFromInline
struct SubscriberList: Sendable {
  /// In order of arrival, views behind all others.
  @usableFromInline private(set) var all: ContiguousArray<AnySubscriber> = []
  /// How many of them are stores.
  @usableFromInline private(set) var storeCount = 0
  @usableFromInline private(set) var viewCount = 0

  init() {}

  init(_ subscriber: AnySubscriber) {
    add(subscriber)
  }

  @inlinable var isEmpty: Bool { all.isEmpty }
  /// Whether stores are among them, so that notifications have to be ordered by height.
  @inlinable var hasStores: Bool { storeCount > 0 }

  /// The subscribers as they lie in memory, neither retained nor counted.
  // SAFETY: an array's elements lie one beside the other, each as the reference that it is. A store's list contains
  // only subscribers of its state, because `StoreCore` adds no others.
  @inlinable
  func list<State: StateContainer>(
    of state: State.Type
  ) -> Unmanaged<Subscriber<State>>.List {
    // SAFETY: as above.
    unsafe all.withUnsafeBufferPointer { buffer in
      unsafe UnsafeRawBufferPointer(buffer)
        .assumingMemoryBound(to: Unmanaged<Subscriber<State>>.self)
    }
  }

  mutating func add(_ subscriber: AnySubscriber) {
    switch subscriber.kind {
    case .store: storeCount += 1
    case .closure: break
    case .view:
      viewCount += 1
      return all.append(subscriber)
    }
    all.insert(subscriber, at: all.count - viewCount)
  }

  /// - Returns: The subscriber, if it was there.
  mutating func remove(_ subscriber: AnySubscriber) -> AnySubscriber? {
    guard let index = all.firstIndex(where: { $0 === subscriber }) else { return nil }
    switch subscriber.kind {
    case .store: storeCount -= 1
    case .closure: break
    case .view: viewCount -= 1
    }
    return all.remove(at: index)
  }
}

// SAFETY: only names a type; the code that makes such a list says why its elements stay.
extension Unmanaged {
  // SAFETY: as above.
  @usableFromInline typealias List = UnsafeBufferPointer<Unmanaged<Instance>>
}
