import StrataModels

/// Lets the models inside an enum or a struct be found, so that they are part of the tree.
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
/// A change of the case ends the lives of the old payload's models and begins those of the new one's.
/// Values that hold no models may be there too. A payload of a generic type is seen if the type is
/// constrained to `ModelContainer`. Of a struct, all stored properties are seen, `var` or `let`; a
/// `lazy` one is refused.
///
/// Where the type declares `Equatable` or `Hashable`, two values are equal when they are of one case and
/// what they hold is equal, as elsewhere in Swift. A model without an `==` of its own is compared and
/// hashed by its `id`, as are the models in an optional, a collection or a dictionary. An `==` of your
/// own stands in the body, where the macro sees it.
///
/// Where it declares `Identifiable` and has no `id`, it gets one: the case, and the identities of the
/// models in it (a `ContainerID`); so an enum can be an element of a list.
///
/// The macro writes `visitModels(_:)` and the conformance; what you write by hand is not written
/// again.
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
