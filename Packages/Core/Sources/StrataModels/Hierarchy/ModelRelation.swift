/// Models in a tree, seen from one of them.
///
/// Names the models that a query of the hierarchy asks. Combine them freely; each model is asked once, however
/// many of them it matches.
///
/// ```swift
/// node.mapHierarchy(for: .ancestors) { $0 as? any Titled }
/// node.reduceHierarchy(for: [.self, .descendants], transform: { ($0 as? Task)?.effort }, into: 0) {
///   $0 += $1
/// }
/// ```
public struct ModelRelation: OptionSet, Sendable, Hashable {
  /// One bit for each kind of relation.
  public let rawValue: UInt8

  /// Makes relations of bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The model itself.
  public static let `self` = ModelRelation(rawValue: 1)
  /// The model directly above; all of them if there are several.
  public static let parent = ModelRelation(rawValue: 2)
  /// The models above, at any distance.
  public static let ancestors = ModelRelation(rawValue: 4)
  /// The models directly below.
  public static let children = ModelRelation(rawValue: 8)
  /// The models below, at any distance.
  public static let descendants = ModelRelation(rawValue: 16)
  /// The models that serve as dependencies beside this one and, with other relations, beside each model that
  /// those name; with ``descendants`` also the models below them.
  public static let dependencies = ModelRelation(rawValue: 32)
}
