import Foundation
@_spi(Strata) import StrataConcurrency
import Testing

#if os(Linux) && canImport(Runtime)
import Runtime
#endif

/// The line of the program that calls the library, read from the stack.
///
/// A property that is written, or a dynamic member such as `node.lamp`, cannot pass its caller's line on: a setter
/// has no parameters but the value, and Swift 6.3 rejects `subscript(dynamicMember:)` with more than one parameter.
/// Where Swift's runtime can tell lines, the stack knows the caller. It is asked only to place a failure. The compiler
/// gives no line to an in-place change, such as `+=`; the line that calls its function is then found.
enum CallerLine {
  /// The innermost line of the program on this thread's stack; `nil` where it cannot be told.
  static func find() -> SourceLocation? {
    #if os(Linux) && canImport(Runtime)
    // A loop asks from one stack thousands of times. A search takes some 25 ms, and the addresses 10 µs.
    let addresses = Thread.callStackReturnAddresses.map(\.uintValue)
    if let known = found.withLock({ $0[addresses] }) { return known }
    // Many tests may wait for their turn at once, on a machine with other work for longer than a job may take.
    let place = SimulatedExecutor.uncounted { search(addresses) }
    found.withLock { $0[addresses] = .some(place) }
    return place
    #else
    return nil
    #endif
  }

  #if os(Linux) && canImport(Runtime)
  /// The lines found, by the addresses on the stack.
  private static let found = Locked<[[UInt]: SourceLocation?]>([:], rank: .leaf)

  private static func search(_ addresses: [UInt]) -> SourceLocation? {
    // Names are cheap, lines take up to a second for a whole stack. So names choose the frames that are asked for
    // lines, one by one.
    guard let names = symbols(of: addresses.prefix(depth), options: .useSymbolCache) else {
      return nil
    }
    let candidates = names.indices.filter { mayBeOfProgram(symbol: names[$0]?.rawName ?? "") }
    let options: Backtrace.SymbolicationOptions = [
      .useSymbolCache, .showSourceLocations, .showInlineFrames,
    ]
    for index in candidates.prefix(8) {
      let found = symbols(of: addresses[index...].prefix(2), options: options) ?? []
      if let place = found.lazy.compactMap(\.self).compactMap(place).first { return place }
    }
    return nil
  }

  private static let depth = 64
  private static let images = ImageMap.capture()
  // The runtime's caches of symbols are not known to be for several threads at a time.
  private static let turn = Lock(rank: .leaf)

  /// The symbols of return addresses, with `nil` for a frame without one.
  private static func symbols(
    of addresses: ArraySlice<UInt>,
    options: Backtrace.SymbolicationOptions
  ) -> [SymbolicatedBacktrace.Symbol?]? {
    turn.lock()
    defer { turn.unlock() }
    return backtrace(of: addresses)?.symbolicated(with: images, options: options)?.frames
      .map(\.symbol)
  }

  // Not by `Backtrace.capture`: it follows frame pointers, also behind the beginning of a thread's stack, where it
  // sometimes ends the program.
  /// A backtrace of return addresses, decoded from the runtime's compact format.
  private static func backtrace(of addresses: ArraySlice<UInt>) -> Backtrace? {
    // The first version of the format, with words of 64 bits.
    var bytes: [UInt8] = [2]
    for address in addresses {
      // An absolute return address of eight bytes, the highest first.
      bytes.append(0x2f)
      unsafe withUnsafeBytes(of: UInt64(address).bigEndian) { unsafe bytes.append(contentsOf: $0) }
    }
    bytes.append(0)
    let encoded = ["architecture": architecture, "backtrace": Data(bytes).base64EncodedString()]
    guard let data = try? JSONEncoder().encode(encoded) else { return nil }
    return try? JSONDecoder().decode(Backtrace.self, from: data)
  }

  private static var architecture: String {
    #if arch(arm64)
    "arm64"
    #else
    "x86_64"
    #endif
  }

  private static func place(of symbol: SymbolicatedBacktrace.Symbol) -> SourceLocation? {
    guard let location = symbol.sourceLocation, location.line > 0,
      isOfProgram(file: location.path)
    else { return nil }
    return SourceLocation(
      fileID: fileID(of: location.path),
      filePath: location.path,
      line: location.line,
      column: max(location.column, 1)
    )
  }
  #endif

  /// Whether a function can be the program's own, by its mangled name.
  static func mayBeOfProgram(symbol: String) -> Bool {
    // A setter, or what an in-place change calls, is what a macro or a macro-free model writes for each property.
    if symbol.hasSuffix("vs") || symbol.hasSuffix("vM") { return false }
    guard symbol.hasPrefix("$s") else { return false }
    let digits = symbol.dropFirst(2).prefix(while: \.isWholeNumber)
    guard let count = Int(digits) else { return false }
    let module = symbol.dropFirst(2 + digits.count).prefix(count)
    // This includes a program's extensions of `DependencyValues`, which only name a dependency.
    return !modules.contains(String(module))
  }

  private static let modules: Set<String> = [
    "StrataConcurrency", "StrataExtensions", "StrataDependencies", "StrataEvents", "StrataCore",
    "StrataRendering", "StrataModels", "StrataOneStore", "StrataStores", "StrataUpdates",
    "StrataSources", "StrataTesting", "StrataModelsTesting", "StrataOneStoreTesting",
    "StrataUpdatesTesting",
  ]

  /// Whether a line is in a source file of the program.
  static func isOfProgram(file: String) -> Bool {
    guard !isOfLibrary(file) else { return false }
    // What a macro has written stands in no file, and the standard library's files are elsewhere.
    return FileManager.default.fileExists(atPath: file)
  }

  /// Whether a call site is in a module of the library.
  static func isOfLibrary(_ callSite: CallSite) -> Bool {
    modules.contains(String("\(callSite)".prefix { $0 != "/" }))
  }

  private static func isOfLibrary(_ file: String) -> Bool {
    guard file.hasPrefix(packages) else { return false }
    return file.dropFirst(packages.count).split(separator: "/").dropFirst().first == "Sources"
  }

  /// `…/Packages/`, where the library's packages are.
  private static let packages: String = {
    var folder = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    folder.removeLast(5)
    return folder.joined(separator: "/") + "/"
  }()

  /// `AppTests/CounterTests.swift`: by convention a target's folder has the module's name.
  private static func fileID(of path: String) -> String {
    path.split(separator: "/").suffix(2).joined(separator: "/")
  }
}
