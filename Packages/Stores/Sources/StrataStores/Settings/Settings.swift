/// The settings for all stores of a program: the delivery of updates, and whether changes are logged.
///
/// Set it where the program starts, before the first store is made.
public enum Settings: Sendable {}
