@_spi(Strata) import StrataConcurrency

extension Context {
  /// Tells this context, then its descendants, that they have become part of a live tree; called
  /// without the lock.
  ///
  /// Each context is told once per life, parents before children and siblings in order of arrival.
  /// Children that a context adds while it is told are told after it. Iterative: a tree may be
  /// deeper than a thread's stack.
  func activate() {
    ActivationScope.run { activateEach($0) }
  }

  private func activateEach(_ teller: ActivationScope.Teller) {
    // Mostly there is nobody to be told, and nobody below.
    if beginQuietActivation() {
      guard let hooks = layout.hooks else { return }
      teller.willTell(self, ofLife: 0)
      return hooks.activate(self)
    }
    var remaining: [Context] = []
    var next = activateUntold(&remaining) ? remaining.popLast() : self
    while let context = next {
      if let (observers, bodies, life) = context.beginActivation() {
        teller.willTell(context, ofLife: life)
        if observers.contains(where: \.wantsActivationWork) {
          CancellationScope.activationContext { context.callActivation(bodies) }
        } else {
          context.callActivation(bodies)
        }
        // One of the first bodies may have brought an observer.
        let told = bodies.before.isEmpty ? observers : context.treeObservers
        for observer in told { observer.didActivate(context) }
        context.endActivation(ofLife: life, &remaining)
      }
      next = remaining.popLast()
    }
  }

  private func callActivation(_ bodies: ActivationBodies) {
    for body in bodies.before { body(self) }
    layout.hooks?.activate(self)
    for body in bodies.after { body(self) }
  }

  /// Begins the activation of a context whose hooks alone are to be called, and ends it as well.
  ///
  /// Its life is its first, for there are no parts that count another.
  ///
  /// - Returns: Whether it is such a context; else nothing is done.
  private func beginQuietActivation() -> Bool {
    guard !layout.hasStructure else { return false }
    let lock = lock()
    defer { lock.unlock() }
    guard parts == nil, lock.attention & Attention.observers == 0, mayActivate else { return false }
    isActivationDue = true
    phase = .active
    return true
  }

  /// Activates a context of which nobody wants to be told, with those of its children of which nobody
  /// wants to either.
  ///
  /// - Parameter waiting: Gets the other children, the first of them last.
  /// - Returns: Whether it is such a context; else nothing is done.
  private func activateUntold(_ waiting: inout [Context]) -> Bool {
    guard layout.hooks == nil else { return false }
    let lock = lock()
    defer { lock.unlock() }
    guard parts == nil, lock.attention & Attention.observers == 0, mayActivate else { return false }
    isActivationDue = true
    activateSilentChildren(&waiting)
    return true
  }

  /// Whether the context waits for nothing but its activation; called with the lock held.
  private var mayActivate: Bool {
    guard phase == .attached, !isActivationDue, !isEnding else { return false }
    if let parent, parent.phase != .active, !isGuest { return false }
    return true
  }

  /// Activates a context that has just joined, unless that has been done under the lock; called inside
  /// ``ActivationScope/run(_:)``.
  @inline(__always)
  func activateIfDue(_ teller: ActivationScope.Teller) {
    if !layout.isSilent { activateEach(teller) }
  }

  /// Calls a closure in each life of this context that begins from now on, before the context is told
  /// of its activation.
  ///
  /// Closures are called in the order of the calls, outside all locks. The context holds them, so one
  /// that captures a handle of it keeps its memory.
  public func onActivation(_ body: @escaping @Sendable (Context) -> Void) {
    let lock = lock()
    ensuredParts.activationBodies.before.append(body)
    lock.unlock()
  }

  /// Calls a closure in each life of this context that begins from now on, after the context has been
  /// told of its activation and before its children are.
  ///
  /// Otherwise as ``onActivation(_:)``.
  public func onActivated(_ body: @escaping @Sendable (Context) -> Void) {
    let lock = lock()
    ensuredParts.activationBodies.after.append(body)
    lock.unlock()
  }

  /// - Returns: Whom to tell when it has been done, what to call before, and the life that begins, or
  ///   `nil` if it is not to be done.
  private func beginActivation()
    -> (observers: [any TreeObserver], bodies: ActivationBodies, life: UInt32)?
  {
    let lock = lock()
    defer { lock.unlock() }
    guard mayActivate else { return nil }
    isActivationDue = true
    let bodies = parts?.activationBodies ?? ActivationBodies()
    let life = parts?.life ?? 0
    guard !layout.hasStructure else { return (tree.observers, bodies, life) }
    // There is nobody below who would have to wait until it has been told.
    phase = .active
    return (tree.observers, bodies, life)
  }

  /// Appends the children that wait to be told, the first of them last.
  ///
  /// - Parameters:
  ///   - life: The life of whose activation the context has been told. If it has been taken out and in again
  ///     meanwhile, whoever did that sees to it that it is told of its next one.
  ///   - waiting: Gets the children.
  private func endActivation(ofLife life: UInt32, _ waiting: inout [Context]) {
    guard layout.hasStructure else { return }
    let lock = lock()
    defer { lock.unlock() }
    guard phase == .attached, (parts?.life ?? 0) == life else { return }
    activateSilentChildren(&waiting)
  }

  /// Makes this context an active one, and those of its children that need not be told; called with the
  /// lock held.
  ///
  /// Appends the children that wait to be told, the first of them last.
  private func activateSilentChildren(_ waiting: inout [Context]) {
    phase = .active
    let first = waiting.count
    forEachLinkedChild { child in
      guard child.phase == .attached, !child.isActivationDue else { return }
      if child.layout.isSilent, !child.isEnding {
        child.phase = .active
        child.isActivationDue = true
      } else {
        waiting.append(child)
      }
    }
    if waiting.count > first + 1 { waiting[first...].reverse() }
  }
}

/// What is called when a life begins.
struct ActivationBodies: Sendable {
  /// Before the context is told, in the order of the calls.
  var before: [@Sendable (Context) -> Void] = []
  /// After it has been told.
  var after: [@Sendable (Context) -> Void] = []
}
