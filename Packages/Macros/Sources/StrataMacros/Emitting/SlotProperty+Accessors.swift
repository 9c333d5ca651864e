import SwiftSyntax
import SwiftSyntaxBuilder

extension SlotProperty {
  /// The accessors that move the property's value to a slot of the node.
  func accessors(slot: Int, makesNode: Bool) -> [AccessorDeclSyntax] {
    [initializer(slot, makesNode), "get { _modelNode[\(raw: slot)] }"] + writers(slot)
  }

  /// A stored property without size, by which the compiler sees whether the property has a value.
  var mark: DeclSyntax { "private var \(raw: markName): StrataModels.ModelSlotMark" }

  private var markName: String { "_modelSlot_\(name.plainName)" }

  private func initializer(_ slot: Int, _ makesNode: Bool) -> AccessorDeclSyntax {
    if makesNode {
      return """
        @storageRestrictions(initializes: _modelNode, \(raw: markName))
        init(newValue) {
          _modelNode = StrataModels.ModelNode()
          _modelNode.initialize(\(raw: slot), to: newValue)
          \(raw: markName) = StrataModels.ModelSlotMark()
        }
        """
    }
    return """
      @storageRestrictions(initializes: \(raw: markName), accesses: _modelNode)
      init(newValue) {
        _modelNode.initialize(\(raw: slot), to: newValue)
        \(raw: markName) = StrataModels.ModelSlotMark()
      }
      """
  }

  private func writers(_ slot: Int) -> [AccessorDeclSyntax] {
    if willSet == nil, didSet == nil {
      return [
        "nonmutating set { _modelNode[\(raw: slot)] = newValue }",
        "nonmutating _modify { yield &_modelNode[\(raw: slot)] }",
      ]
    }
    let observers = closure("willSet", willSet) + closure("didSet", didSet)
    return [
      """
      nonmutating set {
        _modelNode.write(\(raw: slot), newValue) { _modelNode[\(raw: slot)] = $0 }\(raw: observers)
      }
      """
    ]
  }

  /// An observer's body, in a function of its own: in it the compiler accepts writes of the property
  /// itself, which it warns of elsewhere in a setter.
  private func closure(_ label: String, _ observer: PropertyObserver?) -> String {
    guard let observer else { return "" }
    return """
       \(label): { \(observer.parameter) in
          func observe() {
      \(observer.body.indented(by: 6))
          }
          observe()
        }
      """
  }
}
