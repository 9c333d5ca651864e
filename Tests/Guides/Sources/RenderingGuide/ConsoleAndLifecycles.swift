import ArticleOutput
import StrataRendering

func showProgress() {
  let console = ConsoleView(.appending) { print($0, terminator: "") }
  console.show(["Copying", "10 %"])
  console.show(["Copying", "90 %"])
  console.show(["Copying", "90 %"])
  print(console.writtenLineCount)
}

final class Page: HeadlessViewController {
  override func viewDidLoad() { print("loaded") }
  override func viewWillAppear(_ animated: Bool) { print("appears") }
  override func viewDidDisappear(_ animated: Bool) { print("has gone") }
}

@Sendable func consoleAndLifecycles() async throws {
  showProgress()

  let page = Page()
  page.appear()
  page.disappear()
}
