extension DefaultValues {
  private static let live = DefaultValues(context: .live)
  private static let preview = DefaultValues(context: .preview)
  private static let test = DefaultValues(context: .test)

  /// The defaults of the process's own context.
  @usableFromInline static let ofProcess = ofProcess(in: .ofProcess)

  /// The process-wide defaults of a context.
  static func ofProcess(in context: DependencyContext) -> DefaultValues {
    switch context {
    case .live: live
    case .preview: preview
    case .test: test
    }
  }
}
