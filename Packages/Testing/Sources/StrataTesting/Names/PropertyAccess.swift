import Foundation
import StrataConcurrency

/// Which properties the lines of a test can use, read from the source of the test's package.
///
/// A value does not know who may read or write its properties, and a suggested line has to compile. A property whose
/// declaration is not found counts as one that can be written.
enum PropertyAccess: Int, Comparable {
  case hidden
  case readable
  case writable

  static func < (a: PropertyAccess, b: PropertyAccess) -> Bool { a.rawValue < b.rawValue }

  /// The access that a test has to a property.
  ///
  /// - Parameters:
  ///   - property: The property's name.
  ///   - type: The type that has it.
  /// - Returns: The access.
  static func of(_ property: String, in type: Any.Type) -> PropertyAccess {
    let name = String(reflecting: type).replacing(/\(unknown context at [^)]*\)\./, with: "")
      .replacing(/<.*>/, with: "")
    // Without the module; types in functions have no path that a test could name.
    let path = name.split(separator: ".").dropFirst().joined(separator: ".")
    let key = "\(path).\(property)"
    if let access = known.withLock({ $0.access[key] }) { return access }
    let access = find(property, as: key)
    known.withLock { $0.access[key] = access }
    return access
  }

  /// Notes a file of a test.
  static func note(_ callSite: CallSite) {
    note(file: callSite.filePath.description)
  }

  /// Notes a file of a test; what was not found in the files before may be in its package.
  static func note(file path: String) {
    known.withLock { if $0.files.insert(path).inserted { $0.access = [:] } }
  }

  private struct Known: Sendable {
    /// The files of tests.
    var files: Set<String> = []
    /// The access to properties, by `Book.State.secret`.
    var access: [String: PropertyAccess] = [:]
    /// The source of packages, by their folders.
    var sources: [String: [Source]] = [:]
  }

  /// A file, and its declarations once they have been needed.
  private final class Source: Sendable {
    let text: Data
    private let found = Locked<[String: PropertyAccess]?>(nil, rank: .leaf)

    init(_ text: Data) { self.text = text }

    var declarations: [String: PropertyAccess] {
      if let known = found.withLock({ $0 }) { return known }
      let made = PropertyDeclarations.inSource(text)
      found.withLock { $0 = made }
      return made
    }

    func contains(_ word: String) -> Bool { text.range(of: Data(word.utf8)) != nil }
  }

  private static let known = Locked(Known(), rank: .leaf)

  private static func find(_ property: String, as key: String) -> PropertyAccess {
    let files = known.withLock { $0.files }
    let type = key.split(separator: ".").dropLast().last ?? ""
    let declarations = ["struct", "class", "actor"].map { "\($0) \(type)" }
    // Few files declare a type of the name, and only these are looked through.
    let candidates = Set(files.compactMap(package)).flatMap { sources(below: $0) }.filter {
      declarations.contains(where: $0.contains) && $0.contains(property)
    }
    return candidates.compactMap { $0.declarations[key] }.min() ?? .writable
  }

  /// The source of a package, as far as it is not too large.
  private static func sources(below root: String) -> [Source] {
    if let sources = known.withLock({ $0.sources[root] }) { return sources }
    var budget = 16_000_000
    var sources: [Source] = []
    for file in swiftFiles(below: root) where budget > 0 {
      guard let text = FileManager.default.contents(atPath: file) else { continue }
      budget -= text.count
      sources.append(Source(text))
    }
    known.withLock { $0.sources[root] = sources }
    return sources
  }

  /// The folder of the package that a file belongs to.
  private static func package(of file: String) -> String? {
    var folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    for _ in 0..<12 where folder.path != "/" {
      let manifest = folder.appendingPathComponent("Package.swift").path
      if FileManager.default.fileExists(atPath: manifest) { return folder.path }
      folder.deleteLastPathComponent()
    }
    return nil
  }

  private static func swiftFiles(below root: String) -> [String] {
    ["Sources", "Tests"].flatMap { folder -> [String] in
      let path = "\(root)/\(folder)"
      let names = FileManager.default.enumerator(atPath: path)?.lazy.compactMap { $0 as? String }
      return names.map { $0.filter { $0.hasSuffix(".swift") }.map { "\(path)/\($0)" } } ?? []
    }
  }
}

/// Finds the declarations of properties with less access than their types in source text.
struct PropertyDeclarations {
  /// The access to properties, by `Book.State.secret`.
  private var found: [String: PropertyAccess] = [:]
  /// The types around the current position; `nil` for other braces.
  private var types: [String?] = []
  /// The text since the last end of a statement, without what is in quotes.
  private var statement: [UInt8] = []

  /// The properties in a file.
  static func inSource(_ source: Data) -> [String: PropertyAccess] {
    var declarations = PropertyDeclarations()
    var isInString = false
    var isInComment = false
    var last: UInt8 = 0
    for byte in source {
      if byte == UInt8(ascii: "\n") { (isInString, isInComment) = (false, false) }
      if byte == UInt8(ascii: "\""), last != UInt8(ascii: "\\"), !isInComment {
        isInString.toggle()
      }
      if byte == UInt8(ascii: "/"), last == byte, !isInString { isInComment = true }
      last = byte
      if !isInString, !isInComment { declarations.add(byte) }
    }
    return declarations.found
  }

  private mutating func add(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "{"):
      types.append(Self.type(declaredBy: String(decoding: statement, as: UTF8.self)))
      endStatement()
    case UInt8(ascii: "}"):
      endStatement()
      _ = types.popLast()
    case UInt8(ascii: ";"), UInt8(ascii: "\n"): endStatement()
    default: statement.append(byte)
    }
  }

  private mutating func endStatement() {
    defer { statement.removeAll(keepingCapacity: true) }
    guard !statement.isEmpty, let owner = types.last ?? nil else { return }
    let text = String(decoding: statement, as: UTF8.self)
    guard text.range(of: "let ") != nil || text.range(of: "private") != nil,
      let names = Self.names(declaredBy: text)
    else { return }
    let outer = types.dropLast().compactMap(\.self)
    let access: PropertyAccess = text.range(of: "private ") == nil ? .readable : .hidden
    for name in names { found[(outer + [owner, name]).joined(separator: ".")] = access }
  }

  /// The name of the type that a statement before a brace declares or extends.
  private static func type(declaredBy statement: String) -> String? {
    let keywords = ["struct ", "class ", "enum ", "actor ", "extension "]
    guard keywords.contains(where: { statement.range(of: $0) != nil }) else { return nil }
    let match = statement.firstMatch(of: /\b(?:struct|class|enum|actor|extension)\s+([\w.]+)/)
    return match.map { String($0.output.1) }
  }

  /// The properties that a statement declares.
  private static func names(declaredBy statement: String) -> [String]? {
    guard let keyword = statement.firstMatch(of: /\b(?:let|var)\s+(\w+)/) else { return nil }
    let more = statement[keyword.range.upperBound...].matches(of: /,\s*(\w+)\s*[:=]/)
    return [String(keyword.output.1)] + more.map { String($0.output.1) }
  }
}
