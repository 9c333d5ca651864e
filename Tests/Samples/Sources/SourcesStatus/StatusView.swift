// swift-format-ignore-file
// The section "UIKit works just like SwiftUI": the view, with the edits that EXCEPTIONS.md names.
import StrataRendering
import StrataSources

struct CoworkerStatus {
    let name: String
    let avatar: UIImage
    let isOnline: Bool
    let statusMessage: String
}

// Note the SourceArchitecture Renderer protocol
struct StatusView: View, Renderer {
  // The Render protocol requires this property using the @Source property wrapper
  @Source var model: CoworkerStatus

  var body: some View {
    VStack {
      HStack {
        Circle()
          .foregroundColor(model.isOnline ? .green : .red)
          .frame(width: 10, height: 10)
        Image(model.avatar)
        Text(model.name)
      }
      Text(model.statusMessage)
    }
  }
}
