import Foundation

/// A recording as one HTML file that needs no network.
///
/// The page is made in pieces, because a recording may be large: ``beginning``, the recording's pieces in order, and
/// ``end``. The recording stands in it as one JSON string without `<`, so no text of it is read as markup.
package struct RecordingPage: Sendable {
  /// The page up to the recording, in UTF-8.
  package let beginning: [UInt8]
  /// The page behind the recording.
  package let end: [UInt8]
  private var text = TextPieces()

  /// Makes a page.
  ///
  /// - Parameters:
  ///   - title: The page's title, any text.
  ///   - isLive: Whether the page asks the server it comes from for programs and their lines.
  package init(title: String, isLive: Bool = false) {
    let nonce = String(UInt64.random(in: .min ... .max), radix: 36)
    let parts = String(decoding: PackageResources.page_html, as: UTF8.self)
      .components(separatedBy: "@DATA@")
      .map { Array(Self.filled($0, title: title, isLive: isLive, nonce: nonce).utf8) }
    precondition(parts.count == 2, "The page has \(parts.count - 1) places for a recording.")
    beginning = parts[0] + "\"".utf8
    end = "\"".utf8 + parts[1]
  }

  /// The next part of the page.
  ///
  /// - Parameter piece: The next bytes of the recording, as JSON Lines; bytes that are no UTF-8 are replaced.
  /// - Returns: The part; some bytes of a character that is not complete wait for the next piece.
  package mutating func add(_ piece: some Sequence<UInt8>) -> [UInt8] {
    Self.escaped(text.add(piece))
  }

  /// The last part of the recording, to be called before ``end``.
  package mutating func finish() -> [UInt8] { Self.escaped(text.finish()) }

  // The title comes last, because it may contain any text.
  private static func filled(
    _ template: String,
    title: String,
    isLive: Bool,
    nonce: String
  ) -> String {
    let script = [
      PackageResources.recording_js, PackageResources.answers_js, PackageResources.state_js,
      PackageResources.timeline_js, PackageResources.live_js, PackageResources.view_js,
    ].map { String(decoding: $0, as: UTF8.self) }.joined()
    let style = String(decoding: PackageResources.page_css, as: UTF8.self)
    return
      template
      .replacingOccurrences(of: "@STYLE@", with: style)
      .replacingOccurrences(of: "@SCRIPT@", with: script)
      .replacingOccurrences(of: "@CONNECT@", with: isLive ? "; connect-src 'self'" : "")
      .replacingOccurrences(of: "@LIVE@", with: isLive ? "live" : "file")
      .replacingOccurrences(of: "@NONCE@", with: nonce)
      .replacingOccurrences(of: "@TITLE@", with: escaped(title))
  }

  private static func escaped(_ text: some Sequence<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0..<0x20, 0x7F, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"):
        let digits = String(byte, radix: 16)
        bytes += Array("\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
      default: bytes.append(byte)
      }
    }
    return bytes
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }
}
