import StrataConcurrency
import StrataCore

extension ModelNode {
  /// Notifies, without details, when something in a part of the tree has changed.
  ///
  /// ```swift
  /// node.forEach(node.observeModifications()) { isSaved = false }
  /// ```
  ///
  /// There is one element for each transaction, however much it changes; a write outside of one counts as one. A
  /// write of an equal value is no modification. A collection that is changed in place outside a transaction counts,
  /// also if it is as before, because a comparison would copy it at each change.
  ///
  /// Changes by the activation of added models belong to the transaction that added them. Counting starts at the call,
  /// even if the loop begins later.
  ///
  /// - Parameters:
  ///   - scope: The models whose modifications count.
  ///   - kinds: The kinds of modifications that count.
  ///   - isCounted: Whether a changed model counts; called outside all locks, in the order of the commits.
  ///   - debug: The texts to print about counted changes; none when left out.
  ///   - fileID: The caller's file; like the next three, it names the call site in reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  /// - Returns: An element for each transaction; they end when this model is removed. On a model that is in no
  ///   tree they end at once, which is reported.
  public func observeModifications(
    scope: ModificationScope = .subtree,
    kinds: ModificationKind = .all,
    where isCounted: (@Sendable (any Model) -> Bool)? = nil,
    debug: DebugOptions? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> ModelChanges<Void> {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let multicast = Multicast<Void>()
    let counter = ModificationCounter(kinds: kinds, isCounted: isCounted)
    let print = debug.map { ModificationPrinter($0, context.layout.name) }
    let rule = ChangeLogRule(levels: { scope.contains(level: $0) })
    let changeLog = context.openChangeLog(keepsValues: false, rule) { entry in
      let counted = entry.changes.filter(counter.counts)
      guard !counted.isEmpty else { return }
      print?.print(counted)
      multicast.send(())
    }
    guard let changeLog else {
      ListeningOutsideTree.report("Modifications", of: context, at: callSite)
      let sequence = multicast.subscribe()
      multicast.finish()
      return ModelChanges(sequence)
    }
    let end = context.work.onCancel { [context] in
      changeLog.stopRecordingEndedLifetime(of: context)
      multicast.finish()
    }
    let sequence = multicast.subscribe { [context] in
      changeLog.stopRecording(context)
      end.discard()
    }
    return ModelChanges(sequence)
  }

  /// Leaves properties out of ``observeModifications(scope:kinds:where:debug:fileID:filePath:line:column:)``, on
  /// this model and on those above it.
  ///
  /// Use it for state that is not worth saving: a selection, a draft, a cache. A property that contains models
  /// leaves their contents out as well. It applies as long as this model exists; later calls add to earlier ones.
  ///
  /// - Parameters:
  ///   - path: A property of this model; of a computed one, those that it reads.
  ///   - others: Further properties.
  ///   - fileID: The caller's file; like the next three, it names the call site in reports.
  ///   - filePath: The caller's path.
  ///   - line: The caller's line.
  ///   - column: The caller's column.
  public func excludeFromModifications(
    _ path: PartialKeyPath<M>,
    _ others: PartialKeyPath<M>...,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    context.excludeFromChangeLogs(slots(of: [path] + others, at: callSite))
  }
}

/// Says which changes are modifications.
private struct ModificationCounter: Sendable {
  let kinds: ModificationKind
  let isCounted: (@Sendable (any Model) -> Bool)?

  func counts(_ change: LoggedChange) -> Bool {
    guard !kinds.isDisjoint(with: Self.kinds(of: change)) else { return false }
    guard let isCounted else { return true }
    let context = change.context.attachmentOwner ?? change.context
    guard let kind = context.layout.hooks as? any ModelMaking, let model = kind.model(of: context)
    else { return true }
    return isCounted(model)
  }

  private static func kinds(of change: LoggedChange) -> ModificationKind {
    switch change.context.layout.attachment?.family {
    case .local?: return .local
    case .environment?: return .environment
    case .preference?: return .preference
    default: break
    }
    guard let edits = change.edits, !edits.added.isEmpty || !edits.removed.isEmpty else {
      return .properties
    }
    return [.properties, .parentRelation]
  }
}

/// Prints the changes that count as modifications.
private struct ModificationPrinter: Sendable {
  private let options: DebugOptions
  private let name: String
  private let printer: DebugPrinter

  init(_ options: DebugOptions, _ model: String) {
    self.options = options
    name = options.name ?? "modifications of \(model)"
    printer = DebugPrinter(options.printer)
  }

  func print(_ changes: [LoggedChange]) {
    let lines = changes.flatMap { change -> [String] in
      let layout = change.context.layout
      let path = "\(layout.name) \(change.context.id).\(layout.slots[change.slot].name)"
      guard !change.isStructural, let shown = options.changes, let new = change.newValue else {
        return [path]
      }
      return ChangeText(shown).lines(path, from: change.oldValue, to: new)
    }
    printer.print(["\(name):"] + lines.map { "  \($0)" })
  }
}
