@_spi(Strata) import StrataCore

/// What follows from a change of the state: who is to be told, and which places come and go.
struct Effects {
  /// The numbers to raise that views have taken note of.
  var signals: [Context] = []
  /// The tables whose children are others.
  var tables: [ChildTable] = []
  /// The places whose views by path are others.
  var owners: [AnyPlace] = []

  /// What is to be called when the store may be used again.
  var calls: [() -> Void] = []

  /// Whether neither models nor views are concerned.
  var isEmpty: Bool { signals.isEmpty && tables.isEmpty && owners.isEmpty }

  /// Whether one number alone is to be raised, or nothing.
  var isOneSignalAtMost: Bool { signals.count <= 1 && tables.isEmpty && owners.isEmpty }

  /// Makes the tree of contexts agree, and tells the views; inside a transaction of the tree.
  func apply() {
    for table in tables { table.apply() }
    for owner in owners { owner.applyExtras() }
    for signal in signals { signal.raise(Slot(uncheckedIndex: 0)) {} }
  }
}

extension AnyPlace {
  /// Gives the engine the contexts of the places that paths lead to.
  func applyExtras() {
    lock.lock()
    let places = extras
    lock.unlock()
    let slot = Slot<PlaceLinks>(uncheckedIndex: schema.extraSlot)
    context[container: slot].become(places)
  }
}
