import StrataModels

/// Makes the models inside an enum or a struct part of the tree.
///
/// ```swift
/// @ModelContainer enum Path {
///   case detail(StandupDetail)
///   case meeting(Meeting, standup: Standup)
/// }
///
/// @Model struct AppModel {
///   var path: Path?
/// }
/// ```
///
/// A change of the case deactivates the old payload's models and activates those of the new one. Values without
/// models are allowed as well. A payload of a generic type is seen if the type is constrained to
/// `ModelContainer`. Of a struct, all stored properties are seen, `var` or `let`; a `lazy` one is rejected.
///
/// If the type declares `Equatable` or `Hashable`, two values are equal when they are of one case and their
/// contents are equal, as elsewhere in Swift. A model without an `==` of its own is compared and hashed by its
/// `id`. The same is true of models in an optional, a collection or a dictionary. Write an `==` of your own in
/// the body, where the macro sees it.
///
/// If it declares `Identifiable` and has no `id`, it gets one: the case, and the identities of the models in it
/// (a `ContainerID`). An enum can therefore be an element of a list. The contents have to be `Sendable` for that.
///
/// The macro writes `visitModels(_:)` and the conformance; members that you write by hand are not written again.
@attached(
  extension,
  conformances: ModelContainer,
  ContainerIdentifying,
  MemberwiseEquatable,
  MemberwiseHashable,
  names: named(visitModels),
  named(makeContainerID),
  named(isMemberwiseEqual),
  named(hashMembers)
)
public macro ModelContainer() =
  #externalMacro(module: "StrataMacros", type: "ModelContainerMacro")
