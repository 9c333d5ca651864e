import Testing

/// The text that an exit test's process wrote to standard error.
func message(_ result: ExitTest.Result?) -> String {
  String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
}
