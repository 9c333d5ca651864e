public import Foundation

extension Source {
  /// Makes a source with a placeholder until the value has come.
  public func addingPlaceholder<Value, Placeholder>(
    _ placeholder: Placeholder
  ) -> Source<FetchableWithPlaceholder<Value, Placeholder>> where Model == Fetchable<Value> {
    mapping { FetchableWithPlaceholder($0, placeholder: placeholder) }
  }

  /// Makes a source with a placeholder while there is no connection.
  public func addingPlaceholder<Value, Placeholder>(
    _ placeholder: Placeholder
  ) -> Source<ConnectableWithPlaceholder<Value, Placeholder>> where Model == Connectable<Value> {
    mapping { ConnectableWithPlaceholder($0, placeholder: placeholder) }
  }

  /// Makes a source whose placeholder is made from this one's.
  public func mapFetchablePlaceholder<Value, Placeholder, NewPlaceholder>(
    _ transform: @escaping @Sendable (Placeholder) -> NewPlaceholder
  ) -> Source<FetchableWithPlaceholder<Value, NewPlaceholder>>
  where Model == FetchableWithPlaceholder<Value, Placeholder> {
    map { $0.mapPlaceholder(transform) }
  }

  /// Makes a source whose placeholder is made from this one's.
  public func mapConnectablePlaceholder<Value, Placeholder, NewPlaceholder>(
    _ transform: @escaping @Sendable (Placeholder) -> NewPlaceholder
  ) -> Source<ConnectableWithPlaceholder<Value, NewPlaceholder>>
  where Model == ConnectableWithPlaceholder<Value, Placeholder> {
    map { ConnectableWithPlaceholder($0.connectable, placeholder: transform($0.placeholder)) }
  }

  /// Makes a source whose connected value is made from this one's; the placeholder stays.
  public func mapConnectedValue<Value, Placeholder, NewValue>(
    _ transform: @escaping @Sendable (Value) -> NewValue
  ) -> Source<ConnectableWithPlaceholder<NewValue, Placeholder>>
  where Model == ConnectableWithPlaceholder<Value, Placeholder> {
    map { ConnectableWithPlaceholder($0.connectable.map(transform), placeholder: $0.placeholder) }
  }

  /// Makes a source that connects when its model is first needed, and disconnects when it goes.
  public func autoConnecting<Value, Placeholder>() -> Source<Model>
  where Model == ConnectableWithPlaceholder<Value, Placeholder> {
    AutoConnectingSource(self, connect: { $0.connect() }, disconnect: { $0.disconnect() })
      .eraseToSource()
  }
}

// The operators on fetches, which preserve the placeholder.

extension Source {
  /// Makes a source that tries a failed fetch again; as for ``Fetchable``, and the placeholder stays.
  public func retrying<Value, Placeholder>(
    _ strategy: RetryStrategy = .withExponentialBackoff,
    forwardErrorAfter forwarding: RetryErrorForwarding = .failedAttempts(3),
    time: SourceTime = .current,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Source<Model> where Model == FetchableWithPlaceholder<Value, Placeholder> {
    keepingPlaceholder {
      $0.retrying(
        strategy,
        forwardErrorAfter: forwarding,
        time: time,
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
    }
  }

  /// Makes a source of a fetched value that is stored elsewhere; as for ``Fetchable``, and the placeholder stays.
  public func persisted<Value, Placeholder>(
    using persisted: Source<Persistable<Value>>
  ) -> Source<Model> where Model == FetchableWithPlaceholder<Value, Placeholder> {
    keepingPlaceholder { $0.persisted(using: persisted) }
  }

  /// Makes a source that fetches the value again so many seconds after each time it was fetched;
  /// the placeholder stays.
  public func refreshing<Value, Placeholder>(
    every interval: TimeInterval,
    time: SourceTime = .current,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Source<Model> where Model == FetchableWithPlaceholder<Value, Placeholder> {
    keepingPlaceholder {
      $0.refreshing(
        every: interval,
        time: time,
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
      )
    }
  }

  /// Makes a source whose fetched value is made from this one's; the placeholder stays.
  public func mapFetchedValue<Value, Placeholder, NewValue>(
    _ transform: @escaping @Sendable (Value) -> NewValue
  ) -> Source<FetchableWithPlaceholder<NewValue, Placeholder>>
  where Model == FetchableWithPlaceholder<Value, Placeholder> {
    map { $0.map(transform) }
  }

  /// Makes a source of the values of this one and another, and of their placeholders, as pairs.
  public func combinedFetch<Value, Placeholder, Other, OtherPlaceholder>(
    with other: Source<FetchableWithPlaceholder<Other, OtherPlaceholder>>
  ) -> Source<FetchableWithPlaceholder<(Value, Other), (Placeholder, OtherPlaceholder)>>
  where Model == FetchableWithPlaceholder<Value, Placeholder> {
    let fetch = map(\.fetchable).combinedFetch(with: other.map(\.fetchable))
    let placeholders = map(\.placeholder).combined(with: other.map(\.placeholder))
    return fetch.combined(with: placeholders).map {
      FetchableWithPlaceholder($0, placeholder: $1)
    }
  }

  private func keepingPlaceholder<Value, Placeholder>(
    _ operate: (Source<Fetchable<Value>>) -> Source<Fetchable<Value>>
  ) -> Source<Model> where Model == FetchableWithPlaceholder<Value, Placeholder> {
    let input = self
    return operate(map(\.fetchable)).mapping {
      FetchableWithPlaceholder($0, placeholder: input.model.placeholder)
    }
  }
}
