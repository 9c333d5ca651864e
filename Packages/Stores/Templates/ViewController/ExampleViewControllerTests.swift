import StrataRendering
import StrataStores
import Testing

@Suite struct ExampleViewControllerTests {
  @Test func controllerTemplateRendersWhatTheDelegateMakesOfATap() {
    let store = ExampleViewControllerStore(delivery: .immediate)
    let controller = ExampleViewController(viewStore: store)
    #expect(controller.title.isEmpty)
    controller.appear()
    #expect(controller.title == "Nothing tapped yet")
    controller.delegate.viewControllerDidTapButton()
    controller.delegate.viewControllerDidTapButton()
    #expect(controller.title == "Tapped: 2")
  }
}
