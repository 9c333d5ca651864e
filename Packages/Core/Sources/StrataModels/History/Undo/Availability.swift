import StrataConcurrency
import StrataCore

/// Whether something can be undone and redone; trackers and Swift's observation see the reads.
final class Availability: Sendable {
  private static let layout = Layout(
    name: "UndoAvailability",
    slots: [.value("canUndo", Bool.self), .value("canRedo", Bool.self)]
  )
  private static let undo: Slot<Bool> = layout.slot(0)
  private static let redo: Slot<Bool> = layout.slot(1)

  private let anchor: Anchor
  /// Runs one update at a time; the last one sees the latest state.
  private let order = ImmediateDelivery()

  init() {
    let context = Context(layout: Self.layout)
    context.initialize(Self.undo, to: false)
    context.initialize(Self.redo, to: false)
    // This little tree is exempt from the checks of tests.
    anchor = withoutTreeObservers { Anchor(context, at: .thisLine()) }
  }

  var canUndo: Bool { read(Self.undo) }

  var canRedo: Bool { read(Self.redo) }

  private func read(_ slot: Slot<Bool>) -> Bool {
    ObservationBridge.access(anchor.root, slot.index)
    return anchor.root.read(slot)
  }

  /// Finds out again, outside all locks.
  func update(_ find: @escaping @Sendable () -> (canUndo: Bool, canRedo: Bool)) {
    order.deliver { [anchor] in
      let found = find()
      // A write of the same value notifies no one.
      anchor.root.transaction {
        anchor.root.write(Self.undo, found.canUndo)
        anchor.root.write(Self.redo, found.canRedo)
      }
    }
  }
}
