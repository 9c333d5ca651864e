package import StrataConcurrency

/// Names a place in the source, fast to hash: by the address of the file's name.
///
/// The same place may have several addresses, one for each module into which it is inlined.
package struct PlaceKey: Hashable, Sendable {
  private let file: UInt
  private let line: UInt
  private let column: UInt

  package init(_ callSite: CallSite) {
    file = unsafe UInt(bitPattern: callSite.fileID.utf8Start)
    line = callSite.line
    column = callSite.column
  }
}

/// Names a derived value that a context keeps.
package enum MemoKey: Hashable, Sendable {
  /// By where it is asked for.
  case place(PlaceKey)
  /// By what the program calls it.
  case named(NamedMemo)
}

/// A name that the program has chosen.
package struct NamedMemo: Hashable, Sendable {
  // SAFETY: made from a Sendable value alone, and never changed.
  private nonisolated(unsafe) let name: AnyHashable

  package init(_ name: some Hashable & Sendable) {
    unsafe self.name = AnyHashable(name)
  }

  package static func == (a: NamedMemo, b: NamedMemo) -> Bool { unsafe a.name == b.name }

  package func hash(into hasher: inout Hasher) { unsafe hasher.combine(name) }
}

extension Context {
  /// The derived value that the context keeps under a name; made if there is none of its type.
  ///
  /// - Returns: The derived value; `nil` unless the context lives.
  package func memo<Value: Sendable, Failure: Error>(
    _ key: MemoKey,
    make: () -> Derived<Value, Failure>
  ) -> Derived<Value, Failure>? {
    let lock = lock()
    guard phase.isLive else {
      lock.unlock()
      return nil
    }
    if let memo = parts?.memos[key] as? Derived<Value, Failure> {
      lock.unlock()
      return memo
    }
    let made = make()
    let former = ensuredParts.memos.updateValue(made, forKey: key)
    lock.unlock()
    withExtendedLifetime(former) {}
    return made
  }

  /// Lets go of a derived value that the context keeps; the next that asks for it makes it anew.
  package func removeMemo(_ key: MemoKey) {
    let lock = lock()
    let former = parts?.memos.removeValue(forKey: key)
    lock.unlock()
    withExtendedLifetime(former) {}
  }
}

extension ContextParts {
  /// Whether the context owns derived values.
  var hasDerivedValues: Bool { !derivedCells.isEmpty || !memos.isEmpty }

  /// Takes the derived values out, to be ended without the lock.
  func takeDerivedValues() -> (cells: [DerivedCell], memos: [any Sendable]) {
    defer { (derivedCells, memos) = ([:], [:]) }
    return (Array(derivedCells.values), Array(memos.values))
  }
}
