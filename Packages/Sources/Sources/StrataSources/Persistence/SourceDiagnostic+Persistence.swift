extension SourceDiagnostic {
  static func notKept(_ error: PersistenceError) -> SourceDiagnostic {
    SourceDiagnostic(
      "A change of a kept value was not kept. \(error.message)",
      withoutValues: "A change of a kept value was not kept. \(error.messageWithoutValues)"
    )
  }

  static func noFile(_ error: PersistenceError) -> SourceDiagnostic {
    SourceDiagnostic(error.message, withoutValues: error.messageWithoutValues)
  }

  static func sharedFile(_ path: String, _ first: Any.Type, _ second: Any.Type) -> SourceDiagnostic
  {
    SourceDiagnostic(
      """
      \(path) is kept as \(first) by one source and as \(second) by another. They do not see one \
      another's changes, and the last one that writes wins. Use one type for a file.
      """
    )
  }
}
