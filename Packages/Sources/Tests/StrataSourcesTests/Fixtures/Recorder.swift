import StrataConcurrency
import StrataSources

/// Records the models of a source, and retains the source.
final class Recorder<Model: Sendable>: Sendable {
  private let storage = Locked<[Model]>([], rank: .leaf)
  private let source: Source<Model>?

  var models: [Model] { storage.withLock { $0 } }

  func take(_ model: Model) { storage.withLock { $0.append(model) } }

  init() { source = nil }

  /// Follows a source from its current model on.
  init(_ source: Source<Model>) {
    self.source = source
    source.subscribe(self, method: Recorder.take)
  }
}
