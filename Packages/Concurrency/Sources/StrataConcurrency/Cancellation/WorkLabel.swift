/// The label of work in reports: its name, or else the function that started it, and the line.
struct WorkLabel: Sendable {
  var name: String?
  /// The function that the line is in, where the caller passed it on.
  var function: StaticString?
  var callSite: CallSite

  /// The name, or one made of function and line: `onActivate() @ Counter.swift:42`.
  ///
  /// It is made on request, because most tasks are never asked for their names.
  var displayName: String? {
    if let name { return name }
    guard let function else { return nil }
    let path = callSite.fileID.description
    let file = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
    return "\(function) @ \(file):\(callSite.line)"
  }

  /// `load @ App/Counter.swift:42`, without the first part if there is neither name nor function.
  var description: String {
    let caller = name ?? function.map { $0.description }
    return (caller.map { "\($0) @ " } ?? "") + "\(callSite)"
  }
}
