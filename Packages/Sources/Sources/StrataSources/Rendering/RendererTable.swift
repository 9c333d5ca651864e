import StrataConcurrency
import Synchronization

/// The instances that render one source, so that each subscribes once.
final class RendererTable: Sendable {
  private let known = Locked<[ObjectIdentifier: WeakReference<AnyObject>]>([:], rank: .leaf)
  /// The class of the last reader that is no renderer, so that it is not asked again and again.
  private let plainReader = Atomic<UInt>(0)

  init() {}

  func isPlain(_ type: AnyObject.Type) -> Bool {
    plainReader.load(ordering: .relaxed) == UInt(bitPattern: ObjectIdentifier(type))
  }

  func notePlain(_ type: AnyObject.Type) {
    plainReader.store(UInt(bitPattern: ObjectIdentifier(type)), ordering: .relaxed)
  }

  /// Notes a renderer.
  ///
  /// - Returns: Whether it was not known; another that was at the same address does not count.
  func add(_ renderer: AnyObject) -> Bool {
    let reference = WeakReference(renderer)
    let key = ObjectIdentifier(renderer)
    return known.withLock { known in
      if known[key]?.object != nil { return false }
      if known.count >= 8 { known = known.filter { $0.value.object != nil } }
      known[key] = reference
      return true
    }
  }
}

extension SourceBase {
  /// Subscribes the owner of a property that is being read, if it is a renderer.
  @usableFromInline
  final func noteReader(_ owner: AnyObject) {
    let type: AnyObject.Type = type(of: owner)
    if renderers.isPlain(type) { return }
    guard let renderer = owner as? any Renderer & AnyObject else {
      return renderers.notePlain(type)
    }
    subscribe(renderer)
  }

  private func subscribe<Instance: Renderer & AnyObject>(_ renderer: Instance) {
    guard renderers.add(renderer) else { return }
    let executor = RenderDelivery.current
    // Made here, where the type is known; a closure that hops threads cannot carry it.
    let render = UncheckedTransfer({ [weak renderer] in renderer?.render() as Void? })
    guard executor is MainDelivery else {
      return subscribe(renderer, elsewhere: executor, render)
    }
    subscribe(renderer, sendInitialModel: false) { _, _ in
      executor.deliver { _ = render.value() }
    }
  }

  /// Subscribes a renderer that may be called on any thread, unless it belongs to the main actor.
  ///
  /// The cast to a protocol fails where its conformance may not be used. Outside of tasks Swift 6.3 lets it
  /// fail on the main queue as well, so there the function is called without a cast.
  private func subscribe(
    _ renderer: AnyObject,
    elsewhere executor: any DeliveryExecutor,
    _ render: UncheckedTransfer<() -> Void?>
  ) {
    let reference = WeakReference(renderer)
    subscribe(renderer, sendInitialModel: false) { _, _ in
      executor.deliver {
        if reference.object is any Renderer {
          _ = render.value()
        } else if reference.object != nil {
          MainDelivery.shared.deliver { _ = render.value() }
        }
      }
    }
  }
}
