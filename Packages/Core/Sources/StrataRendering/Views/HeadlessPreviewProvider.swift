/// Gives views to look at without running the program: their lines are what a preview prints.
///
/// Spelled `PreviewProvider` where SwiftUI cannot be imported.
public protocol HeadlessPreviewProvider {
  /// What is to be looked at.
  associatedtype Previews: HeadlessView

  /// What is to be looked at.
  @HeadlessViewBuilder static var previews: Previews { get }
}
