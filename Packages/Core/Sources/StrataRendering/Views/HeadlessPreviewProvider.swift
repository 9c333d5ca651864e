/// Gives views to look at without running the program: a preview prints their lines.
///
/// Spelled `PreviewProvider` where SwiftUI cannot be imported.
public protocol HeadlessPreviewProvider {
  /// The views to preview.
  associatedtype Previews: HeadlessView

  /// The views to preview.
  @HeadlessViewBuilder static var previews: Previews { get }
}
