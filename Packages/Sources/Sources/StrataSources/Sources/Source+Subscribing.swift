public import StrataConcurrency

extension Source {
  /// Calls a method of the subscriber with the current model, now, and then with each that follows.
  ///
  /// The subscriber is not retained, and there is no token: the subscription ends with the subscriber. It does not
  /// retain the source either. Store the result of an operator, or of `eraseToSource()`, as long as it is to be
  /// followed. Each call is a subscription of its own.
  ///
  /// The method is called on the thread that sets the model, outside all locks, or on `executor`. A subscriber that is
  /// not `Sendable` has to ensure that these are the same. If the method sets a model, subscribers are notified of it
  /// when the call is over. A chain of more than 1,000 models, each set because of the notification before, is ended
  /// with a report. Calls that an executor makes later are not counted: each of them begins a chain.
  ///
  /// - Parameters:
  ///   - subscriber: The object whose method is called.
  ///   - method: The method, `Self.handle`.
  ///   - sendInitialModel: Whether the subscriber also receives the current model.
  ///   - executor: The executor of the calls; without one, the thread that sets the model.
  /// - Returns: The source, to go on with.
  /// - Complexity: O(1).
  @inlinable
  @discardableResult
  public func subscribe<Subscriber: AnyObject>(
    _ subscriber: Subscriber,
    method: @escaping (Subscriber) -> (Model) -> Void,
    sendInitialModel: Bool = true,
    on executor: (any DeliveryExecutor)? = nil
  ) -> Source<Model> {
    subscribe(subscriber, sendInitialModel, executor) { method($0)($1) }
  }

  /// Calls a method of the subscriber with the current model, now, and then with each that follows:
  /// the short form.
  ///
  /// - Returns: The source, to go on with.
  @inlinable
  @discardableResult
  public func subscribe<Subscriber: AnyObject>(
    _ subscriber: Subscriber,
    _ method: @escaping (Subscriber) -> (Model) -> Void
  ) -> Source<Model> {
    subscribe(subscriber, method: method)
  }

  /// Calls a method without parameters now, and then after each change.
  ///
  /// - Parameters:
  ///   - subscriber: The object whose method is called; it is not retained.
  ///   - method: The method.
  ///   - sendInitialModel: Whether it is also called now.
  ///   - executor: The executor of the calls; without one, the thread that sets the model.
  /// - Returns: The source, to go on with.
  @inlinable
  @discardableResult
  public func subscribe<Subscriber: AnyObject>(
    _ subscriber: Subscriber,
    method: @escaping (Subscriber) -> () -> Void,
    sendInitialModel: Bool = true,
    on executor: (any DeliveryExecutor)? = nil
  ) -> Source<Model> {
    subscribe(subscriber, sendInitialModel, executor) { subscriber, _ in method(subscriber)() }
  }

  /// Calls a method with each model that is not `nil`.
  ///
  /// - Parameters:
  ///   - subscriber: The object whose method is called; it is not retained.
  ///   - method: The method.
  ///   - sendInitialModel: Whether the subscriber also receives the current model.
  ///   - executor: The executor of the calls; without one, the thread that sets the model.
  /// - Returns: The source, to go on with.
  @inlinable
  @discardableResult
  public func subscribe<Subscriber: AnyObject, Wrapped>(
    _ subscriber: Subscriber,
    method: @escaping (Subscriber) -> (Wrapped) -> Void,
    sendInitialModel: Bool = true,
    on executor: (any DeliveryExecutor)? = nil
  ) -> Source<Model> where Model == Wrapped? {
    subscribe(subscriber, sendInitialModel, executor) { subscriber, model in
      if let model { method(subscriber)(model) }
    }
  }

  /// Calls a method of the subscriber that is named by `Self`, as in `subscribe(self, method: Self.handle)`.
  ///
  /// In a class, Swift takes `self` for the class that is written and `Self` for that of the instance; they meet here.
  /// Otherwise the same as with one type.
  ///
  /// - Parameters:
  ///   - subscriber: The object whose method is called; it is not retained.
  ///   - method: The method; if it is one of another class, that is reported, and nothing is called.
  ///   - sendInitialModel: Whether the subscriber also receives the current model.
  ///   - executor: The executor of the calls; without one, the thread that sets the model.
  /// - Returns: The source, to go on with.
  @inlinable
  @discardableResult
  @_disfavoredOverload
  public func subscribe<Owner: AnyObject, Subscriber: AnyObject>(
    _ subscriber: Owner,
    method: @escaping (Subscriber) -> (Model) -> Void,
    sendInitialModel: Bool = true,
    on executor: (any DeliveryExecutor)? = nil
  ) -> Source<Model> {
    guard let subscriber = subscriber as? Subscriber else {
      reportMethodOfAnother(type(of: subscriber), Subscriber.self)
      return self
    }
    return subscribe(subscriber, sendInitialModel, executor) { method($0)($1) }
  }

  /// Calls a method of the subscriber that is named by `Self`: the short form.
  ///
  /// - Returns: The source, to go on with.
  @inlinable
  @discardableResult
  @_disfavoredOverload
  public func subscribe<Owner: AnyObject, Subscriber: AnyObject>(
    _ subscriber: Owner,
    _ method: @escaping (Subscriber) -> (Model) -> Void
  ) -> Source<Model> {
    subscribe(subscriber, method: method)
  }

  /// Ends all subscriptions of a subscriber to this source.
  ///
  /// A call that another thread has begun may still be running when this returns. Models that wait on an executor are
  /// not delivered any more.
  ///
  /// - Parameter subscriber: The object whose subscriptions end; nothing happens if it has none.
  /// - Returns: The source, to go on with.
  @discardableResult
  public func unsubscribe(_ subscriber: AnyObject) -> Source<Model> {
    base.subscriptions.end(of: ObjectIdentifier(subscriber))
    return self
  }

  @inlinable
  func subscribe<Subscriber: AnyObject>(
    _ subscriber: Subscriber,
    _ sendInitialModel: Bool,
    _ executor: (any DeliveryExecutor)?,
    _ notify: @escaping (Subscriber, Model) -> Void
  ) -> Source<Model> {
    if let executor {
      subscribe(subscriber, sendInitialModel, on: executor, notify)
    } else {
      base.subscribe(subscriber, sendInitialModel: sendInitialModel, notify)
    }
    return self
  }

  @usableFromInline
  func subscribe<Subscriber: AnyObject>(
    _ subscriber: Subscriber,
    _ sendInitialModel: Bool,
    on executor: any DeliveryExecutor,
    _ notify: @escaping (Subscriber, Model) -> Void
  ) {
    let own = Locked<WeakReference<SourceSubscription<Model>>?>(nil, rank: .leaf)
    let (subscription, first) = base.link(subscriber) { subscriber, model in
      let subscription = own.withLock { $0 }?.object
      let call = UncheckedTransfer((notify, WeakReference(subscriber), model, subscription))
      executor.deliver {
        let (notify, reference, model, subscription) = call.value
        if subscription?.isUnsubscribed == true { return }
        if let subscriber = reference.object { notify(subscriber, model) }
      }
    }
    // No subscriber is notified before the next lines.
    own.withLock { $0 = WeakReference(subscription) }
    if sendInitialModel { subscription.deliverFirst(first) }
    base.start(subscription)
  }

  @usableFromInline
  func reportMethodOfAnother(_ subscriber: Any.Type, _ owner: Any.Type) {
    SourceDiagnostic.methodOfAnother(subscriber, owner).report()
  }
}

/// A reference that does not retain its object.
final class WeakReference<Object: AnyObject> {
  weak let object: Object?

  init(_ object: Object) { self.object = object }
}

// SAFETY: one constant, whose weak reference the runtime guards.
extension WeakReference: @unchecked Sendable {}

extension Source {
  /// How many subscriptions there are, with those whose subscriber has gone and that have not been
  /// swept yet; for measurements and tests.
  public var subscriptionCount: Int { base.subscriptions.count }
}
