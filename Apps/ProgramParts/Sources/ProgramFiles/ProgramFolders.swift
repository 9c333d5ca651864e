/// The folders for a program's files of its user, as the XDG specification names them.
public struct ProgramFolders: Hashable, Sendable {
  private let environment: [String: String]
  private let home: String
  private let program: String

  /// Makes the folders of a program.
  ///
  /// - Parameters:
  ///   - program: Its name.
  ///   - environment: The process's environment.
  ///   - home: The user's own folder, unless `$HOME` names it.
  public init(of program: String, environment: [String: String], home: String) {
    self.program = program
    self.environment = environment
    self.home = home
  }

  /// Files that a person would miss: `$XDG_DATA_HOME`, else `~/.local/share`.
  public var data: String { folder("XDG_DATA_HOME", ".local/share") }

  /// Files that are useful in the next run: `$XDG_STATE_HOME`, else `~/.local/state`.
  public var state: String { folder("XDG_STATE_HOME", ".local/state") }

  /// Files that can be made again: `$XDG_CACHE_HOME`, else `~/.cache`.
  public var cache: String { folder("XDG_CACHE_HOME", ".cache") }

  /// The specification has relative paths ignored.
  private func folder(_ variable: String, _ fallback: String) -> String {
    if let path = environment[variable], path.hasPrefix("/") { return "\(path)/\(program)" }
    // The system may name another folder than the one that the user has chosen.
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
    return "\(home)/\(fallback)/\(program)"
  }
}
