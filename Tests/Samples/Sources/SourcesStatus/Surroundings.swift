// swift-format-ignore-file
// Apple's classes, as far as the document's samples use them.
import StrataRendering

typealias UIViewController = HeadlessViewController

struct UIImage: Equatable, Sendable {
  var name: String
}

final class UIImageView {
  var image = UIImage(name: "")
}

final class UIView {
  var backgroundColor = HeadlessColor.red
}

final class UILabel {
  var text = ""
}

struct Circle: View {
  var body: some View { Text("o") }
}

struct Image: View {
  let image: UIImage
  init(_ image: UIImage) { self.image = image }
  var body: some View { Text(image.name) }
}
