// swift-format-ignore-file
// The section "UIKit works just like SwiftUI": the controller, with the edits that EXCEPTIONS.md names.
import StrataRendering
import StrataSources

// Note the Renderer protocol again
final class StatusViewController: UIViewController, Renderer { 
  private var image: UIImageView! = UIImageView()
  private var indicator: UIView! = UIView()
  private var name: UILabel! = UILabel()
  private var statusMessage: UILabel! = UILabel()

  // Note that this is the same property wrapper used for both SwiftUI and UIKit
  @Source var model: CoworkerStatus

  // The method is required by the Renderer protocol and will be called automatically every time the Source updates the value of its CoworkerStatus model
  func render() {
    image.image = model.avatar
    indicator.backgroundColor = model.isOnline ? .green : .red
    name.text = model.name
    statusMessage.text = model.statusMessage
  }

  // Added: the document's controller comes from a storyboard, and a program has to give it its source.
  init(source: Source<CoworkerStatus>) {
    _model = source
  }

  var shown: String { "\(name.text) \(statusMessage.text) \(indicator.backgroundColor)" }
}
