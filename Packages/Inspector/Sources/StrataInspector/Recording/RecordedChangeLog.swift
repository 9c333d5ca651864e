import StrataConcurrency
import StrataCore

/// All that a recording knows; used under its lock, and runs no user code.
struct RecordedChangeLog {
  /// Where the lines go.
  enum Sink {
    case memory
    case file(RecordingFile)
    case live(LiveQueueBell)
  }

  private let sink: Sink
  private let isInMemory: Bool
  let limits: RecordingLimits
  private let start = RecordingTime.nanoseconds()
  var lines: RecordingLines
  private var trees: [UInt64: RecordedNodes] = [:]
  /// The tree that was written last.
  private var lastWritten: RecordedNodes?
  private var causes = RecordedCauses()
  private var observations: [Subscription] = []
  /// What gives the changes of each tree, by its root.
  private var changes: [UInt64: [any Cancellable]] = [:]
  private var lastTree = 0
  var lastCommit = 0
  private var lastExternalRound = UInt64.max
  /// When the last write of a plain value was added, and how many records there were then.
  var lastPlain = (time: 0, count: 0)
  var privates = 0
  private var fileBytes = 0
  /// The memory in which the lines of a file are made.
  private var fileText = LineText()
  private(set) var isStopped = false

  init(_ limits: RecordingLimits, sink: Sink) {
    self.sink = sink
    isInMemory = if case .memory = sink { true } else { false }
    self.limits = limits
    lines = RecordingLines(limits)
  }

  // MARK: Lines

  var time: Int { RecordingTime.nanoseconds() - start }

  mutating func add(_ record: RecordingRecord) {
    guard !isStopped else { return }
    let line = record.line
    switch sink {
    case .memory: lines.add(line)
    case .live(let bell):
      lines.add(line)
      bell.note()
    case .file(let file): write(line, to: file)
    }
  }

  /// Adds a record that is no text; called while the recording runs.
  @inline(__always)
  mutating func add(_ record: KeptRecord) {
    if isInMemory { lines.add(record) } else { addElsewhere(record) }
  }

  private mutating func addElsewhere(_ record: KeptRecord) {
    switch sink {
    case .memory: break
    case .live(let bell):
      lines.add(record)
      bell.note()
    case .file(let file):
      fileText.bytes.removeAll(keepingCapacity: true)
      record.write(lines.names, to: &fileText)
      write(fileText.bytes, record.lineCount, to: file)
    }
  }

  private mutating func write(_ bytes: [UInt8], _ lineCount: Int = 1, to file: RecordingFile) {
    fileBytes += bytes.count
    guard fileBytes <= limits.bytes, file.write(bytes) else { return end() }
    lines.countOnly(lineCount)
  }

  private mutating func end() {
    guard !isStopped else { return }
    let end = RecordedEnd(
      time: time,
      records: lines.count,
      dropped: lines.dropped,
      privates: privates
    )
    isStopped = true
    lastWritten = nil
    let line = RecordingRecord.end(end).line
    if case .file(let file) = sink { file.write(line) } else { lines.add(line) }
  }

  /// Ends the recording.
  ///
  /// - Returns: What to cancel outside the lock; `nil` if it had been taken before.
  mutating func stop() -> [any Cancellable]? {
    end()
    (trees, lastWritten) = ([:], nil)
    guard !isTaken else { return nil }
    isTaken = true
    defer { (observations, changes) = ([], [:]) }
    return observations + changes.values.joined()
  }

  private var isTaken = false

  /// Keeps what observes a tree.
  ///
  /// - Returns: `false` if the recording has ended meanwhile.
  mutating func keep(_ observation: Subscription) -> Bool {
    guard !isStopped else { return false }
    observations.append(observation)
    return true
  }

  /// Keeps what gives a tree's changes.
  ///
  /// - Returns: `false` if the recording, or the tree, has ended meanwhile.
  mutating func keep(_ observations: [any Cancellable], of root: UInt64) -> Bool {
    guard !isStopped, trees[root] != nil else { return false }
    changes[root] = observations
    return true
  }

  /// The records behind the header.
  var keptRecords: KeptRecords {
    KeptRecords(gap: gap, parts: lines.parts, names: lines.names)
  }

  /// The line that says how many are missing before the first.
  private var gap: [UInt8]? {
    guard lines.unsaid.count > 0 else { return nil }
    let place = if case .live = sink { "live" } else { "memory" }
    let gap = RecordedGap(
      time: lines.firstTime,
      count: lines.unsaid.count,
      bytes: lines.unsaid.bytes,
      place: place
    )
    return RecordingRecord.dropped(gap).line
  }

  /// Whether lines wait to be sent.
  var hasLines: Bool { !lines.isEmpty }

  /// Takes the oldest records, to send them.
  mutating func takeRecords(_ bytes: Int) -> KeptRecords {
    guard !lines.isEmpty else { return KeptRecords(gap: nil, parts: [], names: lines.names) }
    let gap = gap
    return KeptRecords(gap: gap, parts: [lines.take(bytes)], names: lines.names)
  }

  /// Says that a request from outside is not understood.
  mutating func reject(_ message: String) {
    add(.rejected(RecordedRejection(time: time, message: message)))
  }

  /// Begins again with the states of all trees; what was not sent is dropped.
  mutating func beginSession() {
    guard !isStopped else { return }
    lines.dropAll(at: time)
    addTrees()
  }

  /// Begins a new part of the memory when one is full.
  ///
  /// - Returns: Whether the state of every tree is due.
  mutating func beginPartIfFull() -> Bool {
    guard !isFile, !isStopped, lines.isPartFull else { return false }
    lines.beginPart(at: time)
    addTrees()
    return true
  }

  private var isFile: Bool { if case .file = sink { true } else { false } }

  private mutating func addTrees() {
    causes.removeAll()
    for (_, tree) in trees.sorted(by: { $0.value.number < $1.value.number }) {
      tree.needsState = true
      addTree(tree, at: nil)
    }
  }

  mutating func number(_ cause: Cause?) -> Int? {
    guard let cause else { return nil }
    let (number, records) = causes.number(of: cause)
    for record in records { add(.cause(record)) }
    return number
  }

  // MARK: Trees

  mutating func begin(_ context: Context, at callSite: CallSite?) -> Bool {
    let root = context.id.rawValue
    guard !isStopped, trees[root] == nil else { return false }
    lastTree += 1
    let tree = RecordedNodes(number: lastTree, context)
    trees[root] = tree
    addTree(tree, at: callSite)
    return true
  }

  private mutating func addTree(_ tree: RecordedNodes, at callSite: CallSite?) {
    add(
      .tree(
        RecordedTree(
          time: time,
          tree: tree.number,
          root: "\(tree.root)",
          name: tree.name,
          callSite: callSite.map { "\($0)" }
        )
      )
    )
  }

  /// Ends a tree.
  ///
  /// - Returns: What to cancel outside the lock.
  mutating func end(_ root: UInt64) -> [any Cancellable] {
    guard let tree = trees.removeValue(forKey: root) else { return [] }
    lastWritten = nil
    add(.treeEnd(RecordedTreeEnd(time: time, tree: tree.number)))
    return changes.removeValue(forKey: root) ?? []
  }

  /// The version of a tree whose state is to be written; `nil` if it is not.
  func versionForState(_ root: UInt64) -> Int? {
    guard !isStopped, let tree = trees[root], tree.needsState || tree.isIncomplete else {
      return nil
    }
    return tree.version
  }

  /// Writes the state of a tree, unless something was recorded of it since `version`.
  mutating func addState(_ root: UInt64, _ images: [NodeImage], version: Int) {
    guard let tree = trees[root], tree.needsState || tree.isIncomplete, tree.version == version
    else { return }
    tree.replace(by: images)
    tree.version += 1
    let nodes = images.map { ("\($0.id)", $0.json) }
    add(
      .state(
        RecordedState(
          time: time,
          tree: tree.number,
          commit: tree.commit,
          value: .object(JSONObject(nodes))
        )
      )
    )
  }

  /// A tree that is recorded and written now.
  @inline(__always)
  mutating func writtenTree(_ root: UInt64) -> RecordedNodes? {
    if let lastWritten, lastWritten.root == root { return lastWritten }
    guard !isStopped, let tree = trees[root] else { return nil }
    lastWritten = tree
    return tree
  }

  /// The number of a cause that was written not long ago.
  @inline(__always)
  mutating func knownNumber(_ cause: Cause) -> Int? { causes.known(cause) }

  /// A tree that is recorded.
  func recordedTree(_ root: UInt64) -> RecordedNodes? { isStopped ? nil : trees[root] }

  /// A tree by its number in the recording.
  func tree(_ number: Int) -> RecordedNodes? { trees.values.first { $0.number == number } }

  /// The roots of the other trees whose state is due.
  func otherRoots(than root: UInt64) -> [Context] {
    trees.values.filter { $0.needsState && $0.root != root }.compactMap(\.context)
  }

  /// The roots of all trees whose state is due.
  var rootsWithoutState: [Context] { trees.values.filter(\.needsState).compactMap(\.context) }

  /// Whether a change of a context is left out because the context, or its owner, belongs to a private property.
  func hides(_ id: UInt64, attachedTo owner: UInt64?, in root: UInt64) -> Bool {
    trees[root]?.hides(id, attachedTo: owner) ?? false
  }

  /// Notes contexts of private properties.
  func hide(_ contexts: [UInt64], in root: UInt64) { trees[root]?.hide(contexts) }

  func knows(_ id: UInt64, in root: UInt64) -> Bool { trees[root]?.knows(id) ?? true }

  // MARK: Changes

  /// A number for the change of a state that belongs to no round; no round has it.
  mutating func nextExternalRound() -> UInt64 {
    lastExternalRound -= 1
    return lastExternalRound
  }

  /// A change of a property, encoded.
  struct PropertyChange {
    let id: UInt64
    let slot: Int
    let name: String
    let value: JSONValue
    /// The value before, if it is known and not made of contexts.
    let old: JSONValue?
    let children: [UInt64]?
    /// Whether the contexts are a list, whatever their number.
    var isList = false
    /// The contexts in the slot and below, if it is private.
    var hidden: [UInt64] = []
    /// Whether the context was known when the change was delivered.
    var isOfKnown = true
    let joined: [NodeImage]
    let round: UInt64
    let cause: Cause?
  }

  /// Records a change.
  ///
  /// - Returns: `false`, with nothing done, if the tree's state is due before it.
  mutating func add(_ change: PropertyChange, in root: UInt64) -> Bool {
    guard !isStopped, let tree = trees[root] else { return true }
    guard !tree.needsState else { return false }
    lastCommit = tree.begin(change.round, after: lastCommit)
    tree.version += 1
    let cause = number(change.cause)
    // The owner of a value that nobody had read yet is not below the root: it stands before its first write.
    let isNew = !tree.knows(change.id)
    tree.add(change.joined)
    if isNew { addJoined(change.joined.filter { $0.id == change.id }, tree, cause) }
    let isPrivate = change.value == ImageReader.privateValue
    if isPrivate { privates += 1 }
    tree.hide(change.hidden)
    let old = formerValue(of: change, in: tree, isNew: isNew)
    let isAfterOld = tree.note(change.value, at: change.slot, of: change.id, after: old)
    let path = "/\(change.id)/\(JSONPointer.escaped(change.name))"
    let patch: JSONPatch
    if isPrivate {
      patch = JSONPatch()
    } else if isAfterOld, let old {
      patch = JSONPatch(from: old, to: change.value, at: path)
    } else {
      patch = JSONPatch([.add(path: path, value: change.value)])
    }
    add(
      .write(
        RecordedWrite(
          time: time,
          tree: tree.number,
          commit: tree.commit,
          node: "\(change.id)",
          name: change.name,
          patch: patch,
          old: limits.keepsOldValues && !isPrivate ? old : nil,
          isPrivate: isPrivate,
          cause: cause
        )
      )
    )
    addJoined(change.joined.filter { $0.id != change.id }, tree, cause)
    if let children = change.children { tree.note(children, at: change.slot, of: change.id) }
    return true
  }

  /// Counts a change that could not be recorded.
  mutating func drop() { if !isStopped { lines.dropOne() } }

  /// The value before a change: of contexts those that were recorded last.
  private func formerValue(
    of change: PropertyChange,
    in tree: RecordedNodes,
    isNew: Bool
  ) -> JSONValue? {
    guard change.children != nil else { return change.old }
    // The image of a node that has just joined may have the new value.
    guard !isNew, let former = tree.children(at: change.slot, of: change.id) else { return nil }
    return ImageReader.references(to: former, isList: change.isList)
  }

  private mutating func addJoined(_ images: [NodeImage], _ tree: RecordedNodes, _ cause: Int?) {
    for image in images {
      let patch = JSONPatch([.add(path: "/\(image.id)", value: image.json)])
      add(
        .node(
          RecordedNode(
            time: time,
            tree: tree.number,
            commit: tree.commit,
            node: "\(image.id)",
            phase: .activated,
            kind: image.kind,
            identity: image.identity,
            patch: patch,
            cause: cause
          )
        )
      )
    }
  }

  /// The nodes that a round has removed.
  struct Removal {
    fileprivate var nodes: [(id: UInt64, kind: String)] = []
  }

  /// Forgets the nodes that a round has removed, or moved into private properties; called behind its structural changes.
  mutating func forgetRemoved(of root: UInt64) -> Removal {
    guard !isStopped, let tree = trees[root] else { return Removal() }
    return Removal(nodes: tree.takeRemoved())
  }

  /// Writes the nodes that the round has removed; called behind its last change.
  mutating func endChanges(_ removal: Removal, of root: UInt64) {
    // The state that is due does not have them.
    guard !isStopped, let tree = trees[root], !tree.needsState else { return }
    for (id, kind) in removal.nodes {
      add(
        .node(
          RecordedNode(
            time: time,
            tree: tree.number,
            commit: tree.commit,
            node: "\(id)",
            phase: .removed,
            kind: kind,
            patch: JSONPatch([.remove(path: "/\(id)")])
          )
        )
      )
    }
  }
}
