import Foundation

/// A recording as one HTML file that needs no network.
package struct RecordingPage: Sendable {
  private let recording: [UInt8]
  private let title: String
  private let isLive: Bool
  private let nonce: String

  /// Makes a page.
  ///
  /// - Parameters:
  ///   - recording: The recording, as JSON Lines; bytes that are no UTF-8 are replaced.
  ///   - title: The page's title, any text.
  ///   - isLive: Whether the page asks the server it comes from for programs and their lines.
  package init(_ recording: some Sequence<UInt8>, title: String, isLive: Bool = false) {
    self.isLive = isLive
    self.recording = Array(recording)
    self.title = title
    nonce = String(UInt64.random(in: .min ... .max), radix: 36)
  }

  /// The page in UTF-8.
  ///
  /// The recording stands in it as one JSON string without `<`, so no text of it is read as markup.
  ///
  /// - Complexity: O(size of the recording).
  package var html: [UInt8] {
    let parts = text(PackageResources.page_html).components(separatedBy: "@DATA@")
    var bytes: [UInt8] = []
    for (index, part) in parts.enumerated() {
      if index > 0 { appendData(to: &bytes) }
      bytes += Array(filled(part).utf8)
    }
    return bytes
  }

  // The title comes last, because it may contain any text.
  private func filled(_ template: String) -> String {
    let script = [
      PackageResources.recording_js, PackageResources.answers_js, PackageResources.state_js,
      PackageResources.timeline_js, PackageResources.live_js, PackageResources.view_js,
    ].map(text).joined()
    return
      template
      .replacingOccurrences(of: "@STYLE@", with: text(PackageResources.page_css))
      .replacingOccurrences(of: "@SCRIPT@", with: script)
      .replacingOccurrences(of: "@CONNECT@", with: isLive ? "; connect-src 'self'" : "")
      .replacingOccurrences(of: "@LIVE@", with: isLive ? "live" : "file")
      .replacingOccurrences(of: "@NONCE@", with: nonce)
      .replacingOccurrences(of: "@TITLE@", with: Self.escaped(title))
  }

  private func text(_ resource: [UInt8]) -> String { String(decoding: resource, as: UTF8.self) }

  private func appendData(to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in String(decoding: recording, as: UTF8.self).utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0..<0x20, 0x7F, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"):
        let digits = String(byte, radix: 16)
        bytes += Array("\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
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
