#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What the command line asks for.
struct Options {
  var isJSON = false
  var rounds = 9
  var filters: [String] = []

  /// Reads the arguments; `nil` if the usage is to be shown.
  init?(_ arguments: some Sequence<String>) {
    var arguments = Array(arguments)[...]
    while let argument = arguments.popFirst() {
      switch argument {
      case "--json": isJSON = true
      case "--rounds":
        guard let number = arguments.popFirst().flatMap({ Int($0) }), number > 0 else { return nil }
        rounds = max(7, number)
      case _ where argument.hasPrefix("-"): return nil
      default: filters.append(argument)
      }
    }
  }
}

/// Ends the process with status 1.
func exitWithFailure() -> Never { exit(1) }
