public import StrataEvents

extension Model {
  /// The events of the models of a property, each with the model that has sent it.
  ///
  /// ```swift
  /// forEach(events(from: \.$counters)) { event, counter in
  ///   if event == .onRemove { state.counters.removeAll { [id = counter.id] in $0.id == id } }
  /// }
  /// ```
  ///
  /// - Parameter keyPath: The property.
  /// - Returns: The events and their senders.
  @inlinable
  public func events<Models: ModelContainer>(
    from keyPath: KeyPath<State, StateModel<Models>>
  ) -> ModelStream<(event: Models.ModelElement.Event, model: Models.ModelElement)> {
    let (place, field) = (anyPlace, field(at: keyPath))
    return stream(of: Models.ModelElement.Event.self, from: .children) { event, sender in
      guard sender.isChild(of: place, in: field) else { return nil }
      return sender.model(of: Models.ModelElement.self).map { (event, $0) }
    }
  }

  /// The events of the model of a property.
  ///
  /// - Parameter keyPath: The property.
  /// - Returns: The events.
  @inlinable
  public func events<Child: Model>(
    from keyPath: KeyPath<State, StateModel<Child>>
  ) -> ModelStream<Child.Event> {
    let (place, field) = (anyPlace, field(at: keyPath))
    return stream(of: Child.Event.self, from: .children) { event, sender in
      sender.isChild(of: place, in: field) ? event : nil
    }
  }

  /// The models of a property that send an event equal to a value.
  ///
  /// - Parameters:
  ///   - event: The value.
  ///   - keyPath: The property.
  /// - Returns: The senders.
  @inlinable
  public func events<Models: ModelContainer>(
    of event: Models.ModelElement.Event,
    from keyPath: KeyPath<State, StateModel<Models>>
  ) -> ModelStream<Models.ModelElement> where Models.ModelElement.Event: Equatable {
    let (place, field) = (anyPlace, field(at: keyPath))
    return stream(of: Models.ModelElement.Event.self, from: .children) { sent, sender in
      guard sent == event, sender.isChild(of: place, in: field) else { return nil }
      return sender.model(of: Models.ModelElement.self)
    }
  }

  /// A signal for each event equal to a value that the model of a property sends.
  ///
  /// - Parameters:
  ///   - event: The value.
  ///   - keyPath: The property.
  /// - Returns: The signals.
  @inlinable
  public func events<Child: Model>(
    of event: Child.Event,
    from keyPath: KeyPath<State, StateModel<Child>>
  ) -> ModelStream<Void> where Child.Event: Equatable {
    let (place, field) = (anyPlace, field(at: keyPath))
    return stream(of: Child.Event.self, from: .children) { sent, sender in
      sent == event && sender.isChild(of: place, in: field) ? () : nil
    }
  }

  /// The field that a property is.
  @usableFromInline
  func field<Models: ModelContainer>(at keyPath: KeyPath<State, StateModel<Models>>) -> StateField {
    let place = place
    return place.schema.field(at: keyPath, in: place.liveState)
  }
}
