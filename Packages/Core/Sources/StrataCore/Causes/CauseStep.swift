import StrataConcurrency

/// One step of a ``Cause``, as a value that can be stored and saved.
public struct CauseStep: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The kind of the step.
  public let kind: Cause.Kind
  /// The name of the call, the task, the event or the kind of model, where there is one.
  public let name: String?
  /// The module and file of the call site: `App/Counter.swift`.
  public let file: String
  /// The line in that file.
  public let line: UInt
  /// How many steps before this one were left out, because the chain was too long.
  public let omittedCount: Int

  /// Makes a step.
  public init(
    _ kind: Cause.Kind,
    name: String? = nil,
    file: String,
    line: UInt,
    omittedCount: Int = 0
  ) {
    self.kind = kind
    self.name = name
    self.file = file
    self.line = line
    self.omittedCount = omittedCount
  }

  /// `task "load" at App/Counter.swift:42`.
  public var description: String {
    "\(kind.rawValue)\(name.map { " \"\($0)\"" } ?? "") at \(file):\(line)"
  }
}

extension Cause {
  /// The steps that led to this one, the outermost first, this one last.
  public var steps: [CauseStep] {
    chain.reversed().map { step in
      CauseStep(
        step.kind,
        name: step.name,
        file: "\(step.callSite.fileID)",
        line: step.callSite.line,
        omittedCount: step.omittedCount
      )
    }
  }

  /// The innermost step that is no transaction, which may be this one.
  ///
  /// It names the operation that wrote, however its writes were grouped.
  public var outsideTransactions: Cause? {
    var step: Cause? = self
    while let current = step, current.kind == .transaction { step = current.parent }
    return step
  }
}
