/// The description of a task that runs in a ``CancellationScope``.
public struct RunningTask: Sendable, CustomStringConvertible {
  private let scope: CancellationScope
  private let id: WorkTable.ID
  private let label: WorkLabel
  /// Whether it was asked to stop and has not returned yet.
  public let isCancelled: Bool
  /// Whether it was started in ``CancellationScope/activationContext(_:)``, or has inherited that.
  @_spi(Strata) public let isOfActivation: Bool

  init(scope: CancellationScope, id: WorkTable.ID, slot: WorkTable.Slot, isOfActivation: Bool) {
    self.scope = scope
    self.id = id
    label = slot.label
    isCancelled = slot.isCancelled
    self.isOfActivation = isOfActivation
  }

  /// The name that it was given, or one made of the function and the line that started it:
  /// `onActivate() @ Counter.swift:42`; `nil` where the function is not known.
  public var name: String? { label.displayName }

  /// The line that started it.
  public var callSite: CallSite { label.callSite }

  /// Different for each task of a scope, and rising in the order in which they were started.
  public var serial: UInt64 { id.serial }

  /// Asks the task to stop, once.
  public func cancel() {
    CancellationHandle(scope: scope, target: .one(id)).cancel()
  }

  /// `load @ App/List.swift:42`; a task without a name shows the function that started it, if known.
  public var description: String {
    label.description + (isCancelled ? " (cancelled)" : "")
  }
}

extension CancellationScope {
  /// The tasks whose bodies have not returned, in the order in which they were started.
  ///
  /// A snapshot: it is out of date as soon as it is made, unless the caller knows otherwise.
  ///
  /// - Complexity: O(*n*) in the registered work.
  public var running: [RunningTask] {
    lock.lock()
    defer { lock.unlock() }
    guard let storage = lockedStorageIfAny else { return [] }
    let key = CancellationKey.activation
    let bucket = storage.table.keys.candidates(for: key.hash).first { $0.key == key }
    let ofActivation = bucket.map { Set(storage.table.keys.work(in: $0.index)) } ?? []
    return storage.table.order.compactMap { index in
      let slot = storage.table.slots[Int(index)]
      guard slot.isTask else { return nil }
      return RunningTask(
        scope: self,
        id: storage.table.id(at: index),
        slot: slot,
        isOfActivation: ofActivation.contains(index)
      )
    }
  }

  /// The call sites of the handlers of ``onCancel(fileID:filePath:line:column:_:)``, in the order of registration.
  ///
  /// - Complexity: O(*n*) in the registered work.
  @_spi(Strata) public var handlers: [CallSite] {
    lock.lock()
    defer { lock.unlock() }
    guard let storage = lockedStorageIfAny else { return [] }
    return storage.table.order.compactMap { index in
      let slot = storage.table.slots[Int(index)]
      return slot.isTask || slot.isEnding ? nil : slot.label.callSite
    }
  }

  /// How many tasks have been started and have not returned.
  ///
  /// - Complexity: O(1).
  public var runningCount: Int {
    lock.withLock { lockedStorageIfAny?.table.taskCount ?? 0 }
  }

  /// Whether tasks have been started and have not returned; called while the owner's shared lock is held.
  @_spi(Strata) public var lockedHasTasks: Bool {
    lockedStorageIfAny.map { $0.table.taskCount > 0 } ?? false
  }
}
