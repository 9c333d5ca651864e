extension CancellationScope {
  /// Cancels the tasks that are tagged with a key, then calls the handlers, each in the order of tagging.
  ///
  /// Handlers have run when this returns. Tasks have been asked to stop and may still be finishing. Only this scope's
  /// work is cancelled, whatever other scopes have tagged with an equal key.
  ///
  /// - Complexity: O(*n*) in the work tagged with the key.
  public func cancelAll(for key: some Hashable & Sendable) {
    cancelAll(CancellationKey(value: key))
  }

  /// Cancels the tasks that are tagged with a type, then calls the handlers, each in the order of tagging.
  ///
  /// - Complexity: O(*n*) in the work tagged with the type.
  public func cancelAll(for key: Any.Type) {
    cancelAll(CancellationKey(type: key))
  }

  func cancelAll(_ key: CancellationKey) {
    noteCancelling()
    let actions: [CancelAction] = withBucket(of: key) { storage, bucket in
      guard let storage, let bucket else { return [] }
      return Self.cancelWork(in: bucket, except: nil, of: storage)
    }
    CancelAction.perform(actions)
  }

  /// Tags one piece of work, and on request cancels the work that had the key before, in one step.
  func tag(_ id: WorkTable.ID, with key: CancellationKey, cancelInFlight: Bool = false) {
    if cancelInFlight { noteCancelling() }
    let actions: [CancelAction] = withBucket(of: key) { storage, bucket in
      guard let storage, storage.table.contains(id) else { return [] }
      // The new work is tagged first, so that the bucket cannot vanish with the last of the earlier work.
      let bucket = bucket ?? storage.table.keys.makeBucket(for: key)
      storage.table.tag(id, with: bucket)
      return cancelInFlight ? Self.cancelWork(in: bucket, except: id, of: storage) : []
    }
    CancelAction.perform(actions)
  }

  /// The work that has a key now, in the order of tagging.
  func work(for key: CancellationKey) -> [WorkTable.ID] {
    withBucket(of: key) { storage, bucket in
      guard let storage, let bucket else { return [] }
      return storage.table.keys.work(in: bucket).map { storage.table.id(at: $0) }
    }
  }

  /// Marks the work in a bucket as cancelled; only under the lock.
  static func cancelWork(
    in bucket: KeyTable.Index,
    except kept: WorkTable.ID?,
    of storage: WorkStorage
  ) -> [CancelAction] {
    var actions: [CancelAction] = []
    for index in storage.table.keys.work(in: bucket) where index != kept?.index {
      if let action = storage.table.cancel(storage.table.id(at: index)) { actions.append(action) }
    }
    return actions
  }

  /// Runs a closure under the lock with the bucket of a key, `nil` if no work has the key.
  ///
  /// A program's keys are compared outside the lock: the candidates are copied, compared, and used if they have not
  /// changed meanwhile. A collision of hashes costs time, never correctness.
  func withBucket<Result>(
    of key: CancellationKey,
    _ body: (WorkStorage?, KeyTable.Index?) -> Result
  ) -> Result {
    while true {
      lock.lock()
      guard let storage = lockedStorageIfAny else {
        defer { lock.unlock() }
        return body(nil, nil)
      }
      let candidates = storage.table.keys.candidates(for: key.hash)
      if candidates.isEmpty || key.comparesOwnCodeOnly {
        defer { lock.unlock() }
        return body(storage, candidates.first { $0.key == key }?.index)
      }
      lock.unlock()
      let match = candidates.first { $0.key == key }
      lock.lock()
      defer { lock.unlock() }
      if let match, storage.table.keys.isCurrent(match) { return body(storage, match.index) }
      if match == nil, storage.table.keys.youngestSerial(for: key.hash) == candidates[0].serial {
        return body(storage, nil)
      }
    }
  }
}
