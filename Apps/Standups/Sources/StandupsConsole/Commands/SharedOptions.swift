import ArgumentParser
import ProgramRecording
import StandupsData
import StandupsFeatures
import Strata
import StrataDependencies
import StrataStores

/// The options of every command that uses the data file.
package struct SharedOptions: ParsableArguments {
  @OptionGroup var location: DataLocation

  @Flag(name: .long, help: "Print the result as JSON, for scripts.")
  package var json = false

  @OptionGroup var display: DisplayOptions

  @OptionGroup(title: RecordingOptions.title) var recording: RecordingOptions

  package init() {}

  /// The stores on the data file; they say so on a terminal when another process has to be waited
  /// for.
  func makeDesk() -> Desk { location.makeDesk() }

  /// Reads the data file and shows something of it.
  ///
  /// - Throws: The reason why it could not be shown.
  func show(
    _ request: ConsoleRequest,
    prepare: (Desk) -> Void = { _ in }
  ) throws {
    let desk = makeDesk()
    desk.documents.load()
    prepare(desk)
    try present(request, on: desk)
  }

  /// Lets a person change something in the features, and shows the effect on the data file.
  ///
  /// - Parameter act: Wishes for one change.
  /// - Throws: The reason why it could not be changed or shown.
  func change(_ act: (StandupsList) async throws -> Void) async throws {
    let desk = try location.readDesk()
    let list = StandupsList(on: desk).withAnchor()
    try await act(list)
    await list.finishWish()
    withExtendedLifetime(list) {}
    try presentChange(on: desk)
  }

  /// Shows a change; reports that it was made if it cannot be shown.
  ///
  /// - Throws: The reason why it could not be shown.
  func presentChange(on desk: Desk) throws {
    do {
      try present(.change, on: desk)
    } catch let failure as ChannelFailure where desk.documents.state.hasWritten {
      throw failure.afterChange
    }
  }

  /// Shows some state of the stores.
  ///
  /// - Throws: The reason why it could not be shown.
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
