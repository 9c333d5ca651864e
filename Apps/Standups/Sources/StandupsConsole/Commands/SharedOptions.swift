import ArgumentParser
import StandupsData
import StandupsFeatures
import Strata
import StrataDependencies
import StrataStores

/// What every command that uses the data file understands.
package struct SharedOptions: ParsableArguments {
  @OptionGroup var location: DataLocation

  @Flag(name: .long, help: "Print the result as JSON, for scripts.")
  package var json = false

  package init() {}

  /// The stores on the data file; they say so on a terminal when another process has to be waited
  /// for.
  func makeDesk() -> Desk { location.makeDesk() }

  /// Reads the data file and shows something of it.
  ///
  /// - Throws: What kept it from being shown.
  func show(
    _ request: ConsoleRequest,
    prepare: (Desk) -> Void = { _ in }
  ) throws {
    let desk = makeDesk()
    desk.documents.load()
    prepare(desk)
    try present(request, on: desk)
  }

  /// Lets a person change something in the features, and shows what that did to the data file.
  ///
  /// - Parameter act: Wishes for one change.
  /// - Throws: What kept it from being changed or shown.
  func change(_ act: (StandupsList) async throws -> Void) async throws {
    let desk = try location.readDesk()
    let list = StandupsList(on: desk).withAnchor()
    try await act(list)
    await list.finishWish()
    withExtendedLifetime(list) {}
    try presentChange(on: desk)
  }

  /// Shows what was changed; says that it was where that cannot be shown.
  ///
  /// - Throws: What kept it from being shown.
  func presentChange(on desk: Desk) throws {
    do {
      try present(.change, on: desk)
    } catch let failure as OutputFailure where desk.documents.state.failure == nil {
      throw failure.afterChange
    }
  }

  /// Shows something of what the stores know.
  ///
  /// - Throws: What kept it from being shown.
  func present(_ request: ConsoleRequest, on desk: Desk) throws {
    let store = ConsoleViewStore(following: desk)
    let view = ConsoleView(printer)
    try store += view
    store.show(request)
    try view.finish()
  }

  /// Prints results as this command was asked to.
  var printer: ResultPrinter {
    ResultPrinter(console: DependencyValues.current.console, asJSON: json)
  }
}
