extension ModelDiagnostic {
  static func hiddenModels(
    _ place: String,
    _ type: Any.Type,
    _ hidden: HiddenModels
  ) -> ModelDiagnostic {
    ModelDiagnostic(
      """
      \(place) is of the type \(type), in which the models of \(hidden.carrierName) are hidden: they do \
      not become part of the tree. \(hidden.remedy)
      """
    )
  }

  static func unknownContainer(_ place: String, _ type: Any.Type) -> ModelDiagnostic {
    ModelDiagnostic(
      """
      \(place) is of the type \(type), of which its generic model does not know that it holds models: \
      they do not become part of the tree. Write 'T: ModelContainer' where the model declares the \
      type's parameter.
      """
    )
  }

  static func constantModel(_ place: String, _ model: String) -> ModelDiagnostic {
    ModelDiagnostic(
      """
      \(place) is a constant with a \(model) that is in no tree: models in constants do not become \
      part of the tree. Make it a 'var', or let the constant refer to a model that lives elsewhere.
      """
    )
  }

  static func changedID(_ model: String, in place: String) -> ModelDiagnostic {
    ModelDiagnostic(
      """
      The id of a \(model) was changed while \(place) contains it. An identified array finds an element by the id \
      with which it was added, so it does not find this one. Make the id a constant, and replace the element by one \
      with another id.
      """
    )
  }
}
