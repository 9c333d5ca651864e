import ProgramText

extension String {
  /// The text without control sequences for a terminal, for texts from other programs.
  ///
  /// It is what `DisplayText.printable` gives.
  public var printable: String { DisplayText.printable(self) }
}
