package import StandupsData
package import StrataSources
package import StrataStores

/// The stores of one run, which follow one another.
///
/// The stand-ups' store and the source of the settings follow the data file's store. The statistics' store
/// follows that of the stand-ups.
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
  ///   - onWait: Called when another process has to be waited for.
  ///   - onWarning: Called when a change was made, but its author could not be recorded.
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

  /// The delivery of all of them to their subscribers.
  package var delivery: StoreDelivery { documents.delivery }
}
