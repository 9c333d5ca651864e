import ProgramFiles

/// The files that a program may use, as far as its arguments and its standard streams show them.
///
/// Each argument may be a file's name; which of them are, only the command knows. So a file counts as named if any
/// argument leads to it.
struct NamedFiles {
  private let paths: [String]

  /// Finds the files.
  ///
  /// - Parameter arguments: The program's, without its name. The first is the command's name, unless it is an option.
  init(in arguments: [String]) {
    let isNamed = arguments.first.map { !$0.hasPrefix("-") } ?? false
    paths = arguments.dropFirst(isNamed ? 1 : 0).flatMap(Self.paths)
  }

  /// Whether a path leads to one of them, or to a file that a program keeps beside one.
  func contain(_ file: String) -> Bool {
    let besides = ["", ".lock", ".changes"]
    return paths.contains { path in besides.contains { FilePlace.areSame(path + $0, file) } }
      || FilePlace.isStandardStream(file)
  }

  /// The paths that an argument may hold: `PATH`, `--option=PATH`, `-oPATH`.
  private static func paths(_ argument: String) -> [String] {
    guard argument.hasPrefix("-"), argument != "-" else { return argument == "-" ? [] : [argument] }
    let value = argument.firstIndex(of: "=").map { String(argument[argument.index(after: $0)...]) }
    let joined = argument.hasPrefix("--") ? nil : String(argument.dropFirst(2))
    return [value, joined].compactMap(\.self).filter { !$0.isEmpty }
  }
}
