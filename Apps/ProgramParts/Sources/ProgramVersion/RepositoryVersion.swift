/// The version of this repository, and of its programs.
///
/// This is the only place that states it. `make release` compares the changelog and the README with it.
public enum RepositoryVersion: Sendable {
  /// The version that is being worked on.
  public static let current = "0.1.0"
}
