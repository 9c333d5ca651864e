import Dispatch
import Foundation
import StrataConcurrency

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// One file of the program: its content, and the change that is still unwritten.
final class PersistedFile: Sendable {
  private enum Change: Sendable {
    case write(Data, Date)
    case remove
  }

  private struct State: Sendable {
    var change: Change?
    /// Rises with each change, which distinguishes a written change from a later one.
    var number: UInt64 = 0
    /// Whether the timer is set, since the last attempt to write.
    var isAwaited = false
    /// Whether the content on the disk could not be read, and is to be preserved.
    var isDamaged = false
  }

  // Files with unwritten changes; retained here, so that none is forgotten at the exit.
  private static let unwritten = Locked<[ObjectIdentifier: PersistedFile]>([:], rank: .leaf)
  private static let exitHook: Void = {
    atexit { PersistedFile.flushAll() }
  }()

  let path: String
  /// The folder that has to exist because a link leads to it.
  private let linkedFolder: String?
  private let delay: TimeInterval
  private let timer: SourceTimer
  // This lock is held while the file enters or leaves `unwritten`, so a file with a change is always there.
  private let state = Locked(State(), rank: .part)
  /// Reads and writes the disk, one at a time.
  private let queue: DispatchQueue

  // There is one for each path, so code that opens a file while its last change is being written sees that change.
  private static let files = Locked<[String: WeakReference<PersistedFile>]>([:], rank: .leaf)

  /// The file at a location.
  static func shared(
    _ location: FileLocation,
    delay: TimeInterval,
    time: SourceTime
  ) -> PersistedFile {
    let made = PersistedFile(location, delay: delay, time: time)
    return files.withLock { files in
      if let file = files[location.path]?.object { return file }
      if files.count >= 64 { files = files.filter { $0.value.object != nil } }
      files[location.path] = WeakReference(made)
      return made
    }
  }

  private init(_ location: FileLocation, delay: TimeInterval, time: SourceTime) {
    path = location.path
    linkedFolder = location.linkedFolder
    self.delay = delay
    timer = SourceTimer(time.clock, order: SourceOrder())
    queue = DispatchQueue(label: "strata.file")
    _ = Self.exitHook
  }

  /// The content and the modification date; nothing if there is no file.
  func read() throws(PersistenceError) -> (Data, Date)? {
    if let change = state.withLock({ $0.change }) {
      switch change {
      case .write(let data, let date): return (data, date)
      case .remove: return nil
      }
    }
    do {
      return try queue.sync {
        try checkLinks()
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        try checkKind()
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (data, attributes[.modificationDate] as? Date ?? .distantPast)
      }
    } catch {
      noteDamage()
      throw .unreadable(path, error)
    }
  }

  /// Notes that the content on the disk is to be preserved though it cannot be read.
  func noteDamage() { state.withLock { $0.isDamaged = true } }

  /// Replaces the content, soon.
  func write(_ data: Data, _ date: Date) { schedule(.write(data, date)) }

  /// Removes the file, soon.
  func remove() { schedule(.remove) }

  /// Writes the unwritten change, now.
  func close() {
    timer.cancel()
    flush()
  }

  static func flush(_ path: String) {
    for file in unwritten.withLock({ Array($0.values) }) where file.path == path { file.flush() }
  }

  static func flushAll() {
    for file in unwritten.withLock({ Array($0.values) }) { file.flush() }
  }

  private func schedule(_ change: Change) {
    let (isFirst, former) = state.withLock { state in
      defer {
        state.change = change
        state.number += 1
        state.isAwaited = true
        Self.unwritten.withLock { $0[ObjectIdentifier(self)] = self }
      }
      return (!state.isAwaited, state.change)
    }
    if isFirst { timer.wait(delay) { [weak self] in self?.flush() } }
    // Released here, after the lock: the data may be the user's own memory.
    withExtendedLifetime(former) {}
  }

  private func flush() {
    // The report is made outside the queue, because its handler may flush as well, or end the program.
    if let error = queue.sync(execute: { writeChange() }) {
      SourceDiagnostic.notKept(error).report()
    }
  }

  /// Does the last change; called on the queue.
  ///
  /// - Returns: The reason why that is impossible. It is tried once more some time after the next change, and at the
  ///   latest when the program exits.
  private func writeChange() -> PersistenceError? {
    let (change, number, isDamaged) = state.withLock { state in
      state.isAwaited = false
      return (state.change, state.number, state.isDamaged)
    }
    guard let change else { return nil }
    do {
      try checkKind()
      let permissions = FileReplacement.permissions(at: path)
      if isDamaged { try keepDamaged() }
      try perform(change, permissions)
    } catch {
      return .unwritable(path, error)
    }
    finish(number)
    return nil
  }

  /// Forgets a change that is done, unless another has come meanwhile, for which the timer is set.
  private func finish(_ number: UInt64) {
    state.withLock { state in
      state.isDamaged = false
      guard state.number == number else { return }
      state.change = nil
      Self.unwritten.withLock { $0[ObjectIdentifier(self)] = nil }
    }
  }

  /// A folder, a device, a pipe or a socket is no file, and no file may replace it.
  private func checkKind() throws {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let kind = attributes?[.type] as? FileAttributeType else { return }
    if kind == .typeDirectory { throw POSIXError(.EISDIR) }
    if kind != .typeRegular, kind != .typeSymbolicLink { throw UnsuitablePlace() }
  }

  /// A link that cannot be followed is not replaced, and one to a missing folder makes no folder.
  private func checkLinks() throws {
    _ = try FileLocation(path)
    guard let linkedFolder else { return }
    var isFolder: ObjCBool = false
    // SAFETY: the call writes to the Boolean before it returns.
    let exists = unsafe FileManager.default.fileExists(atPath: linkedFolder, isDirectory: &isFolder)
    if !exists { throw MissingLinkedFolder(path: linkedFolder) }
    if !isFolder.boolValue { throw POSIXError(.ENOTDIR) }
  }

  private func perform(_ change: Change, _ permissions: mode_t?) throws {
    let url = URL(fileURLWithPath: path)
    switch change {
    case .remove:
      if FileManager.default.fileExists(atPath: path) {
        try FileManager.default.removeItem(at: url)
      }
    case .write(let data, let date):
      try checkLinks()
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try FileReplacement.replace(path, with: data, permissions: permissions)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }
  }

  private func keepDamaged() throws {
    guard FileManager.default.fileExists(atPath: path) else { return }
    var target = path + ".damaged"
    var number = 1
    while FileManager.default.fileExists(atPath: target) {
      number += 1
      target = path + ".damaged-\(number)"
    }
    try FileManager.default.moveItem(atPath: path, toPath: target)
  }
}
