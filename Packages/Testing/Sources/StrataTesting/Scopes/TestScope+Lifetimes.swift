import StrataConcurrency
@_spi(Strata) import StrataCore
import Testing

extension TestScope {
  /// Fails for objects that outlive the test: trees that are still alive, work that does not stop.
  ///
  /// - Parameter tasks: Tasks that were already reported because they still run. Such a task most likely keeps
  ///   its tree alive, so the tree is not reported a second time.
  func checkLifetimes(knowing tasks: [Running]) {
    let known = Set(tasks.compactMap { $0.context.root?.id })
    for tree in trees {
      guard let root = tree.root, root.isLive, !known.contains(root.id) else { continue }
      let held = held(by: root)
      let text =
        state.withLock { $0.lifeTexts[root.id] }?(held)
        ?? FailureText.treeLives(
          tree.name,
          isObject: tree.isObject,
          isStore: tree.isStore,
          anchoredAt: tree.callSite,
          madeAt: tree.isObject ? line(thatMakes: tree.name) : nil,
          held
        )
      fail(.lifetime, text, at: callSite)
    }
    for context in state.withLock({ $0.contexts }).compactMap(\.context) where !context.isLive {
      let tasks = context.runningTasks
      guard !tasks.isEmpty else { continue }
      fail(.lifetime, FailureText.workLives(context.layout.name, tasks), at: callSite)
    }
  }

  /// Fails for contexts that are still in memory after the test's own variables are gone.
  func checkMemory() {
    let left = state.withLock { $0.contexts }.filter { reference in
      guard let context = reference.context else { return false }
      // A live context has been reported before.
      return !context.isLive && context.runningTasks.isEmpty
    }
    guard !left.isEmpty else { return }
    let anchors = anchors(of: left)
    let kinds = zip(left, anchors).map { reference, anchor in
      let kind = reference.context.map(kind(of:)) ?? reference.name
      return anchor.map { "\(kind), of the \($0)" } ?? kind
    }
    fail(.lifetime, FailureText.memoryLeft(kinds), at: callSite)
  }

  /// The line of the test that makes an object, which takes no line in its initializer; `nil` if it is not the only one.
  private func line(thatMakes type: String) -> String? {
    let declaration = testDeclaration.flatMap { place in
      place.fileID == callSite.fileID.description ? place.line : nil
    }
    let lines = SourceText.lines(ofFile: callSite.filePath.description) ?? []
    let first = declaration ?? Int(callSite.line)
    let name = type.prefix { $0 != "<" }
    return SourceText.onlyLine(calling: "\(name)(", behind: first, in: lines)
      .map { "\(callSite.fileID):\($0)" }
  }

  /// A model's type, with the line of a property if it has one.
  private func kind(of context: Context) -> String {
    let layout = context.layout
    let slot = layout.slots.first { $0.declaration != nil }
    guard let slot, let place = slot.declaration else { return layout.name }
    return "\(layout.name), whose \(slot.name) is declared at \(place)"
  }

  /// The trees that some contexts were part of, with the lines that made them.
  private func anchors(of contexts: [WeakContext]) -> [String?] {
    let (known, trees) = state.withLock { ($0.contexts, $0.trees) }
    let parents = Dictionary(known.map { ($0.id, $0.parent) }) { first, _ in first }
    let places = Dictionary(trees.map { ($0.id, $0.origin) }) { first, _ in first }
    return contexts.map { context in
      var ancestor = context.id
      while places[ancestor] == nil, let next = parents[ancestor] ?? nil { ancestor = next }
      return places[ancestor]
    }
  }

  /// The suspects for a tree that is still alive: its tasks, observers and handlers, and the functions in it.
  ///
  /// One of the functions may have captured its anchor.
  private func held(by root: Context) -> [String] {
    let names = StateNames([root])
    return contexts.flatMap { context in
      let observers = (context.observerSites + context.derivedObserverSites)
        .filter { !CallerLine.isOfLibrary($0.callSite) }
      let handlers = context.cancellationHandlers.filter { !CallerLine.isOfLibrary($0) }
      return context.runningTasks.map { "\(names.name(of: context)): task \($0)" }
        + observers.map { "\(names.name(of: context)): \($0)" }
        + handlers.map { "\(names.name(of: context)): onCancel at \($0)" }
        + HeldFunctions.of(context).map { "\(names.name(of: context)).\($0): a function" }
    }
  }
}
