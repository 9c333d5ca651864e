import SwiftSyntax

extension SlotProperty {
  /// The accessors that move the property's value to a slot of the node.
  func accessors(slot: Int, _ beginning: Beginning) -> [String] {
    let getter = """
      get {
        _modelNode[\(slot)]
      }
      """
    return [initializer(slot, beginning), getter] + writers(slot)
  }

  /// A stored property without size that shows the compiler whether the property has a value.
  var mark: String { "private var \(markName): StrataModels.ModelSlotMark" }

  private var markName: String { "_modelSlot_\(name.plainName)".asIdentifier }

  private func initializer(_ slot: Int, _ beginning: Beginning) -> String {
    switch beginning {
    case .makesNode:
      """
      @storageRestrictions(initializes: _modelNode)
      init(newValue) {
        _modelNode = StrataModels.ModelNode()
        _modelNode.initialize(\(slot), to: newValue)
      }
      """
    case .usesNode:
      """
      @storageRestrictions(accesses: _modelNode)
      init(newValue) {
        _modelNode.initialize(\(slot), to: newValue)
      }
      """
    case .isMarked:
      """
      @storageRestrictions(initializes: \(markName), accesses: _modelNode)
      init(newValue) {
        _modelNode.initialize(\(slot), to: newValue)
        \(markName) = StrataModels.ModelSlotMark()
      }
      """
    }
  }

  private func writers(_ slot: Int) -> [String] {
    if willSet == nil, didSet == nil, !isID {
      return [
        """
        nonmutating set {
          _modelNode[\(slot)] = newValue
        }
        """,
        """
        nonmutating _modify {
          yield &_modelNode[\(slot)]
        }
        """,
      ]
    }
    if willSet == nil, didSet == nil {
      return [
        """
        nonmutating set {
          _modelNode[\(slot)] = newValue
          _modelNode.noteChangedID()
        }
        """,
        """
        nonmutating _modify {
          defer {
            _modelNode.noteChangedID()
          }
          yield &_modelNode[\(slot)]
        }
        """,
      ]
    }
    return [setter, modifier(slot)]
  }

  // An identified array finds a model by its id.
  private var isID: Bool { name.plainName == "id" }

  /// Assigns through the change in place, so that the observers' code stands in one accessor only.
  ///
  /// It does so in a function of its own, because the compiler would otherwise take it for a recursion.
  private var setter: String {
    """
    nonmutating set {
      func assign() {
        _modelNode.assign(newValue, to: &self.\(name.text))
      }
      assign()
    }
    """
  }

  private func modifier(_ slot: Int) -> String {
    if willSet == nil, let didSet, !didSet.asksForTheOtherValue {
      return """
        nonmutating _modify {
          defer {
            _modelNode.didChange(\(slot)) {
        \(observe(didSet, at: 6))
            }
          }
          yield &_modelNode[\(slot)]
        }
        """
    }
    return """
      nonmutating _modify {
        yield &_modelNode[
          \(slot),
          willSet: \(closure(willSet)),
          didSet: \(closure(didSet))
        ]
      }
      """
  }

  private func closure(_ observer: PropertyObserver?) -> String {
    guard let observer else { return "{ _ in }" }
    return """
      { \(observer.parameter) in
      \(observe(observer, at: 6))
          }
      """
  }

  /// An observer's body, in a function of its own.
  ///
  /// In it the compiler accepts writes of the property itself; in an accessor it would warn about them.
  private func observe(_ observer: PropertyObserver, at spaces: Int) -> String {
    let lines = ["func observe() {"] + observer.body.map { $0.isEmpty ? "" : "  " + $0 }
    return (lines + ["}", "observe()"]).indented(by: spaces)
  }
}
