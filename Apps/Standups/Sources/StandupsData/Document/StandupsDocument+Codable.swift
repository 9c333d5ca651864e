import Foundation

/// Why a document that is well-formed JSON is not one of ours.
enum DocumentMismatch: Error, Hashable {
  /// The key `format` is missing or says something else.
  case foreign
  /// The schema is newer than this program.
  case newer(Decimal)
  /// The schema's number is none that was ever written.
  case unknown(Decimal)
}

extension StandupsDocument: Codable {
  private enum CodingKeys: String, CodingKey {
    case format
    case version
    case settings
    case standups
  }

  /// Reads format and version before anything else, because this version's rules do not apply to the content of
  /// another kind of file or a newer one.
  package init(from decoder: any Decoder) throws {
    let container: KeyedDecodingContainer<CodingKeys>
    do {
      container = try decoder.container(keyedBy: CodingKeys.self)
    } catch {
      throw DocumentMismatch.foreign
    }
    guard let format = try? container.decode(String.self, forKey: .format),
      format == Self.format
    else { throw DocumentMismatch.foreign }
    try Self.checkVersion(in: container)
    settings = try container.decode(Settings.self, forKey: .settings)
    standups = try container.decode([Standup].self, forKey: .standups)
  }

  /// A number too large for `Int` is that of a newer schema too; a fraction is damage.
  private static func checkVersion(in container: KeyedDecodingContainer<CodingKeys>) throws {
    let found = try container.decode(Decimal.self, forKey: .version)
    var (number, whole) = (found, Decimal())
    unsafe NSDecimalRound(&whole, &number, 0, .plain)
    guard found.isFinite, found == whole else {
      throw DecodingError.dataCorruptedError(
        forKey: .version,
        in: container,
        debugDescription: "A version is a whole number."
      )
    }
    guard found <= Decimal(version) else { throw DocumentMismatch.newer(found) }
    guard found == Decimal(version) else { throw DocumentMismatch.unknown(found) }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Self.format, forKey: .format)
    try container.encode(Self.version, forKey: .version)
    try container.encode(settings, forKey: .settings)
    try container.encode(standups, forKey: .standups)
  }
}
