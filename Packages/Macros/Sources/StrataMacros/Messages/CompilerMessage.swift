#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

#if canImport(Glibc) || canImport(Darwin)
private let quotationMark: CInt = 0x22
private let backslash: CChar = 0x5C

/// A message from the compiler to a macro plugin: the size of a text in eight bytes, then the text, which is JSON.
struct CompilerMessage {
  static let headerSize = 8

  /// The size and the text, as they are sent.
  private(set) var bytes: [UInt8]

  /// Creates the message of a text.
  init(_ text: some Sequence<UInt8>) {
    bytes = Array(repeating: 0, count: Self.headerSize) + text
    updateHeader()
  }

  /// The size of the text that follows a header.
  static func size(in header: [UInt8]) -> Int {
    header.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private mutating func updateHeader() {
    let size = bytes.count - Self.headerSize
    for index in 0..<Self.headerSize {
      bytes[index] = UInt8(truncatingIfNeeded: size >> (8 * index))
    }
  }

  /// The experimental features that change how a source is parsed, as `Parser.ExperimentalFeatures` names them.
  ///
  /// `NonescapableTypes` is not among them: the compiler of Swift 6.3 names it in each build.
  static let parserFeatures = [
    "ReferenceBindings", "ThenStatements", "DoExpressions", "TrailingComma", "CoroutineAccessors",
    "KeypathWithMethodMembers", "OldOwnershipOperatorSpellings", "DefaultIsolationPerFile",
    "BorrowAndMutateAccessors",
  ]

  /// Replaces the description of the build by `null`, if the message has one that the parser does not need.
  ///
  /// The time is proportional to the size of the message.
  mutating func removeBuildDescription() {
    bytes.append(0)
    let range = rangeOfBuildDescription
    bytes.removeLast()
    guard let range else { return }
    bytes.replaceSubrange(range, with: Array("null".utf8))
    updateHeader()
  }

  /// The text of the description with its quotes; the bytes must end with a zero.
  ///
  /// A program's source cannot contain the name in plain quotes, because it is itself a text of the message.
  private var rangeOfBuildDescription: Range<Int>? {
    let name = #""staticBuildConfiguration":""#
    // SAFETY: The pointers are used only inside the closure. Each search ends at the zero at the end of the bytes.
    // What is read before a quotation mark is at or behind the one that ends the name.
    return unsafe bytes.withUnsafeBytes { message in
      let characters = unsafe message.assumingMemoryBound(to: CChar.self)
      guard let start = characters.baseAddress,
        let found = unsafe strstr(start + Self.headerSize, name)
      else { return nil }
      let first = unsafe UnsafePointer(found) + name.utf8.count
      if Self.parserFeatures.contains(where: { unsafe strstr(first, $0) != nil }) { return nil }
      var next = unsafe strchr(first, quotationMark)
      while let quote = unsafe next {
        // The quotation mark before the text ends this loop.
        var escapes = 0
        while unsafe quote[-1 - escapes] == backslash { escapes += 1 }
        // `isMultiple(of:)` takes most of the time if nothing is optimized.
        if escapes & 1 == 0 {
          return unsafe first - start - 1..<UnsafePointer(quote) - start + 1
        }
        unsafe next = strchr(quote + 1, quotationMark)
      }
      return nil
    }
  }
}
#endif
