package import StandupsData
package import StrataSources
package import StrataStores

/// The stores of one run, which follow one another: the data file's, from it the stand-ups' and the
/// source of the settings, and from the stand-ups' the statistics'.
package struct Desk: Sendable {
  package let documents: DocumentStore
  package let standups: StandupsStore
  package let settings: Source<Persistable<StandupsData.Settings>>
  package let statistics: StatisticsStore

  /// Makes stores that share one delivery and have not looked at the file yet.
  ///
  /// - Parameters:
  ///   - file: The data file.
  ///   - history: Takes note of what is changed here.
  ///   - onWait: Is called when another process has to be waited for.
  ///   - onWarning: Is called when a change was made, and it could not be kept who made it.
  package init(
    file: DataFile,
    history: ShellHistory? = nil,
    onWait: @escaping @Sendable () -> Void = {},
    onWarning: @escaping @Sendable (StandupsError) -> Void = { _ in }
  ) {
    documents = DocumentStore(
      file: file,
      delivery: .immediate,
      history: history,
      onWait: onWait,
      onWarning: onWarning
    )
    standups = StandupsStore(following: documents)
    settings = SettingsSource(following: documents).eraseToSource()
    statistics = StatisticsStore(following: standups)
  }

  /// Where all of them tell their subscribers.
  package var delivery: StoreDelivery { documents.delivery }
}
