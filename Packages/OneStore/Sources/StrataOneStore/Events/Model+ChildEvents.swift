import StrataCore
import StrataEvents

extension Model {
  /// The events of the models of a property, each with the model that has sent it.
  ///
  /// ```swift
  /// forEach(events(from: \.$counters)) { event, counter in
  ///   if event == .onRemove { state.counters.removeAll { $0.id == counter.id } }
  /// }
  /// ```
  ///
  /// - Parameter keyPath: The property.
  /// - Returns: The events and their senders.
  public func events<Models: ModelContainer>(
    from keyPath: KeyPath<State, StateModel<Models>>
  ) -> ModelStream<(event: Models.ModelElement.Event, model: Models.ModelElement)> {
    let field = place.schema.field(at: keyPath, in: place.liveState)
    return stream(of: Models.ModelElement.Event.self, from: .children) { [place] event, sender in
      guard sender.parent === place, sender.table?.field === field else { return nil }
      return sender.model(of: Models.ModelElement.self).map { (event, $0) }
    }
  }

  /// The events of the model of a property.
  ///
  /// - Parameter keyPath: The property.
  /// - Returns: The events.
  public func events<Child: Model>(
    from keyPath: KeyPath<State, StateModel<Child>>
  ) -> ModelStream<Child.Event> {
    let field = place.schema.field(at: keyPath, in: place.liveState)
    return stream(of: Child.Event.self, from: .children) { [place] event, sender in
      sender.parent === place && sender.table?.field === field ? event : nil
    }
  }

  /// The models of a property that send an event equal to a value.
  ///
  /// - Parameters:
  ///   - event: The value.
  ///   - keyPath: The property.
  /// - Returns: The senders.
  public func events<Models: ModelContainer>(
    of event: Models.ModelElement.Event,
    from keyPath: KeyPath<State, StateModel<Models>>
  ) -> ModelStream<Models.ModelElement> where Models.ModelElement.Event: Equatable {
    let field = place.schema.field(at: keyPath, in: place.liveState)
    return stream(of: Models.ModelElement.Event.self, from: .children) { [place] sent, sender in
      guard sent == event, sender.parent === place, sender.table?.field === field else {
        return nil
      }
      return sender.model(of: Models.ModelElement.self)
    }
  }

  /// A signal for each event equal to a value that the model of a property sends.
  ///
  /// - Parameters:
  ///   - event: The value.
  ///   - keyPath: The property.
  /// - Returns: The signals.
  public func events<Child: Model>(
    of event: Child.Event,
    from keyPath: KeyPath<State, StateModel<Child>>
  ) -> ModelStream<Void> where Child.Event: Equatable {
    let field = place.schema.field(at: keyPath, in: place.liveState)
    return stream(of: Child.Event.self, from: .children) { [place] sent, sender in
      sent == event && sender.parent === place && sender.table?.field === field ? () : nil
    }
  }
}
