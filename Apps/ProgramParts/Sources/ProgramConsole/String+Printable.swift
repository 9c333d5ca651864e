extension String {
  /// The text without control sequences for a terminal, for texts from other programs.
  public var printable: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control: scalar == "\n" || scalar == "\t" || scalar == "\r" ? " " : "\u{FFFD}"
          case .lineSeparator, .paragraphSeparator: " "
          case .format where scalar.properties.isBidiControl: "\u{FFFD}"
          default: scalar
          }
        }
      )
    )
  }
}
