import StrataCore

extension ModelNode {
  /// Tells all who watch a property that it has changed, although its value has not.
  ///
  /// A write of an equal value tells nobody. Where the property refers to something that changes
  /// without a write, an object or a file, this says that it has. Values that were computed from it
  /// are computed again.
  ///
  /// - Parameter path: The property, of this model or of one below it: whatever the path reads counts.
  public func touch<Value>(_ path: any KeyPath<M, Value> & Sendable) {
    guard let model = M.handle(of: context) else { return }
    let recording = ReadRecording()
    recording.record { _ = model[keyPath: path] }
    guard let read = recording.reads.last else { return }
    read.context.touch(read.slot)
  }
}
