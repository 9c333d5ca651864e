import StrataConcurrency
import StrataRendering
import Testing

private final class Recorder: HeadlessViewController {
  var steps: [String] = []
  override func viewDidLoad() { steps.append("load") }
  override func viewIsLoaded() { steps.append("loaded") }
  override func viewWillAppear(_ animated: Bool) { steps.append("will appear \(animated)") }
  override func viewDidAppear(_ animated: Bool) { steps.append("did appear") }
  override func viewWillDisappear(_ animated: Bool) { steps.append("will disappear \(animated)") }
  override func viewDidDisappear(_ animated: Bool) { steps.append("did disappear") }
}

@Suite struct HeadlessViewControllerTests {
  @Test func stepsComeInOrderAndLoadingOnce() {
    let controller = Recorder()
    #expect(!controller.isViewLoaded)
    controller.appear(animated: true)
    controller.disappear()
    controller.appear()
    controller.loadViewIfNeeded()
    #expect(
      controller.steps == [
        "load", "loaded", "will appear true", "did appear", "will disappear false",
        "did disappear", "will appear false", "did appear",
      ]
    )
    #expect(controller.lifecyclePhase == .onScreen)
  }

  @Test func stepsOutOfPlaceAreReportedAndLeftOut() {
    let controller = Recorder()
    let found = Locked<[String]>([], rank: .leaf)
    let handler: ReportSink.Handler = { report in found.withLock { $0.append(report.message) } }
    ReportSink.withHandler(handler) {
      controller.disappear()
      controller.appear()
      controller.appear()
    }
    #expect(
      found.withLock { $0 } == [
        "Recorder disappears but is not on screen. Nothing is done. Let it appear first.",
        "Recorder appears but is on screen already. Nothing is done. Let it disappear first.",
      ]
    )
    #expect(controller.steps.count == 4)
  }
}
