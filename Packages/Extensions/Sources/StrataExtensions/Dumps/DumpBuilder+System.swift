extension DumpBuilder {
  /// The text of a value of the toolchain's own types, whose members say little or contain addresses.
  ///
  /// Types of Foundation are known by name, so that this module does not import it.
  func systemText(of value: Any, _ mirror: Mirror) -> String? {
    guard mirror.displayStyle == .struct || mirror.displayStyle == nil,
      !(value is any BinaryInteger), !(value is any BinaryFloatingPoint), !(value is Bool)
    else { return nil }
    let type = type(of: value)
    let qualified = String(reflecting: type)
    guard let dot = qualified.firstIndex(of: "."),
      Self.systemModules.contains(String(qualified[..<dot]))
    else { return nil }
    let name = String(describing: type)
    let base = String(name.prefix { $0 != "<" })
    if base == "ObjectIdentifier" || base.hasSuffix("Pointer") { return "\(name)(…)" }
    if Self.described.contains(base) { return String(describing: value) }
    if base == "Data", let bytes = value as? any Collection<UInt8> { return hexadecimal(bytes) }
    return nil
  }

  private static var systemModules: Set<String> {
    ["Swift", "Foundation", "FoundationEssentials", "FoundationInternationalization"]
  }

  /// Types whose description shows their whole content.
  private static var described: Set<String> {
    [
      "URL", "UUID", "Decimal", "TimeZone", "Locale", "Calendar", "Duration", "StaticString",
      "Range", "ClosedRange", "PartialRangeFrom", "PartialRangeUpTo", "PartialRangeThrough",
    ]
  }

  private func hexadecimal(_ bytes: any Collection<UInt8>) -> String {
    let digits = Array("0123456789abcdef")
    var text = ""
    for byte in bytes.prefix(Self.maxLength / 2) {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    let count = bytes.count
    let rest = count > Self.maxLength / 2 ? "…" : ""
    return "Data(\(count) \(count == 1 ? "byte" : "bytes"): \(text)\(rest))"
  }
}
