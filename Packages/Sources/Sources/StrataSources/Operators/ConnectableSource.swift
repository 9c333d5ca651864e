import StrataConcurrency

/// A source that makes another when an observer connects, and releases it on disconnecting.
///
/// ```swift
/// let row = ConnectableSource { RowSource(id).eraseToSource() }.eraseToSource()
/// row.model.connect()     // makes the row's source
/// row.model.disconnect()  // its work stops
/// ```
public final class ConnectableSource<Value>: SourceBase<Connectable<Value>>,
  // SAFETY: `inner` is touched only in the order's jobs.
  @unchecked Sendable
{
  private let make: () -> Source<Value>
  private let order = SourceOrder()
  private var inner: Upstream<Value>?
  private let connectMethod = ActionMethod<Void>(named: "connect") { owner, _ in
    (owner as? ConnectableSource)?.connect()
  }
  private let disconnectMethod = ActionMethod<Void>(named: "disconnect") { owner, _ in
    (owner as? ConnectableSource)?.disconnect()
  }

  /// Makes a source without a connection.
  ///
  /// - Parameter make: Called at each connect.
  public init(_ make: @escaping @Sendable () -> Source<Value>) {
    self.make = make
    super.init()
  }

  override func makeInitialModel() -> Connectable<Value> { disconnected }

  private var disconnected: Connectable<Value> {
    .disconnected(.init(connect: offer(connectMethod)))
  }

  private func connected(_ value: Value) -> Connectable<Value> {
    .connected(.init(value: value, disconnect: offer(disconnectMethod)))
  }

  private func connect() {
    order.run { self.connectNow() }
  }

  private func connectNow() {
    guard inner == nil else { return }
    let upstream = Upstream(make())
    inner = upstream
    let first = upstream.begin(self, on: order) { [weak upstream] owner, value in
      if let upstream, owner.inner === upstream { owner.model = owner.connected(value) }
    }
    model = connected(first)
    upstream.start()
  }

  private func disconnect() {
    order.run { self.disconnectNow() }
  }

  private func disconnectNow() {
    guard let former = inner else { return }
    inner = nil
    former.stop()
    model = disconnected
  }
}

// SAFETY: adds constants.
/// Connects a connectable source as long as it exists itself.
final class AutoConnectingSource<Model>: SourceBase<Model>, @unchecked Sendable {
  private let upstream: Upstream<Model>
  private let connect: (Model) -> Void
  private let disconnect: (Model) -> Void

  init(
    _ source: Source<Model>,
    connect: @escaping (Model) -> Void,
    disconnect: @escaping (Model) -> Void
  ) {
    upstream = Upstream(source)
    self.connect = connect
    self.disconnect = disconnect
    super.init()
  }

  deinit {
    if hasModel { disconnect(upstream.source.model) }
  }

  override var isDerived: Bool { true }

  override func makeInitialModel() -> Model {
    connect(upstream.source.model)
    return upstream.begin(self) { $0.model = $1 }
  }

  override func didMakeInitialModel() { upstream.start() }
}

extension Source {
  /// Makes a source that connects when its model is first needed, and disconnects when it goes.
  public func autoConnecting<Value>() -> Source<Model> where Model == Connectable<Value> {
    AutoConnectingSource(self, connect: { $0.connect() }, disconnect: { $0.disconnect() })
      .eraseToSource()
  }

  /// Makes a source whose connected value is made from this one's.
  public func mapConnectedValue<Value, NewValue>(
    _ transform: @escaping @Sendable (Value) -> NewValue
  ) -> Source<Connectable<NewValue>> where Model == Connectable<Value> {
    map { $0.map(transform) }
  }
}
