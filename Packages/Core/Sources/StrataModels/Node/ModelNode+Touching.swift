import StrataCore

extension ModelNode {
  /// Notifies all observers of a property as if it had changed, although its value has not.
  ///
  /// A write of an equal value notifies no observer. If the property refers to an object or a file that changes
  /// without a write, call this after such a change. Values that were computed from it are computed again.
  ///
  /// - Parameter path: The property, of this model or of one below it: every property that the path reads counts.
  public func touch<Value>(_ path: any KeyPath<M, Value> & Sendable) {
    guard let model = M.handle(of: context) else { return }
    let recording = ReadRecording()
    recording.record { _ = model[keyPath: path] }
    guard let read = recording.reads.last else { return }
    read.context.touch(read.slot)
  }
}
