extension Diagnostic {
  @usableFromInline
  static func uninitializedValue(_ place: String, _ phase: ContextPhase) -> Diagnostic {
    switch phase {
    case .sealed, .removed, .frozen:
      Diagnostic(
        """
        \(place) was read after its owner had left the tree and had let go of it: functions are \
        released with their owner. Let go of the handle when the owner is removed, or make the \
        function optional: it is nil then.
        """
      )
    case .detached, .attached, .active:
      Diagnostic(
        """
        \(place) was read before it had a value. If an initializer of a model assigns the first \
        property after self.init(…), Swift initializes it again, and the others lose their values: \
        pass the value to self.init(…). Give the slots of a context their first values with \
        initialize(_:to:).
        """
      )
    }
  }

  static func homelessEvent(_ event: String, _ name: String, _ phase: ContextPhase) -> Diagnostic {
    switch phase {
    case .detached:
      Diagnostic(
        """
        \(name) sends \(event) before it is in a tree, so nobody can receive it. Send events from \
        the activation on.
        """
      )
    case .frozen:
      Diagnostic(
        """
        A frozen copy of \(name) sends \(event), so nobody can receive it. Send it from the live \
        original.
        """
      )
    case .attached, .active, .sealed, .removed:
      Diagnostic(
        """
        \(name) sends \(event) after it has left its tree, so nobody can receive it. Send it before \
        the owner is removed.
        """
      )
    }
  }
}
