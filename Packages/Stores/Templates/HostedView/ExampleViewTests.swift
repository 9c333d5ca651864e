import StrataRendering
import StrataStores
import Testing

@Suite struct ExampleViewTests {
  @Test func hostedViewTemplateShowsWhatTheDelegateMakesOfATap() {
    let store = ExampleViewControllerStore(delivery: .immediate)
    let controller = ExampleViewController(viewStore: store)
    #expect(controller.lines == ["Nothing tapped yet"])
    controller.rootView.delegate?.viewControllerDidTapButton()
    #expect(controller.lines == ["Tapped: 1", "and counting"])
    #expect(HostedView(controller).lines == ["Tapped: 1", "and counting"])
  }

  @Test func hostedViewTemplateHasAPreview() {
    #expect(ExampleViewPreviews.previews.lines == ["Nothing tapped yet"])
  }
}
