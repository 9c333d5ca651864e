public import StrataCore

/// A value that contains models: a model itself, an optional, a collection, an enum with models as payload, a
/// struct with models as members.
///
/// The `@ModelContainer` macro writes the conformance. By hand it is one method that shows each
/// container inside to a visitor:
///
/// ```swift
/// enum Path: ModelContainer {
///   case detail(Detail)
///   case meeting(Meeting, title: String)
///
///   mutating func visitModels(_ visitor: inout some ModelVisitor) {
///     switch self {
///     case .detail(var detail):
///       if visitor.visit(&detail) { self = .detail(detail) }
///     case .meeting(var meeting, let title):
///       if visitor.visit(&meeting) { self = .meeting(meeting, title: title) }
///     }
///   }
/// }
/// ```
public protocol ModelContainer: ContextContainer {
  /// Shows each container inside to a visitor, in order.
  ///
  /// Must show the same ones each time while the value is the same, and must not read or write
  /// models.
  mutating func visitModels(_ visitor: inout some ModelVisitor)

  /// Whether ``visitModels(_:)`` shows the contents in the order of ``forEachContext(_:)``.
  ///
  /// `true` unless the type declares otherwise; a dictionary has an order of its own.
  static var isVisitedInOrder: Bool { get }
}

extension ModelContainer {
  /// `true`.
  @inlinable
  public static var isVisitedInOrder: Bool { true }
}

/// Sees the models in a container.
public protocol ModelVisitor {
  /// Sees a container.
  ///
  /// - Returns: Whether it was changed and has to be put back.
  mutating func visit<Container: ModelContainer>(_ container: inout Container) -> Bool
}

extension ModelContainer {
  /// Calls a closure with the context of each model inside.
  public func forEachContext(_ body: (Context) -> Void) {
    withoutActuallyEscaping(body) { body in
      var visitor = ContextReader(body: body)
      var copy = self
      copy.visitModels(&visitor)
    }
  }

  /// Calls a closure with the context and the handle of each model inside.
  public func forEachHandle(_ body: (Context, any Sendable) -> Void) {
    withoutActuallyEscaping(body) { body in
      var visitor = HandleReader(body: body)
      var copy = self
      copy.visitModels(&visitor)
    }
  }

  /// Calls a closure with the context of each model inside and its slot: the case and the member that contain it.
  public func forEachPlace(
    below place: ContainerPlace,
    _ body: (Context, ContainerPlace) -> Void
  ) {
    withoutActuallyEscaping(body) { body in
      var visitor = PlaceReader(place: place.appending(caseName), body: body)
      var copy = self
      copy.visitModels(&visitor)
    }
  }

  /// The name of the case of an enum; the same for all values of other types.
  private var caseName: String {
    let mirror = Mirror(reflecting: self)
    return mirror.displayStyle == .enum ? mirror.children.first?.label ?? "" : ""
  }

  /// Replaces the models inside for which a closure gives another context.
  public mutating func replaceContexts(_ replacement: (Context) -> Context?) {
    withoutActuallyEscaping(replacement) { replacement in
      var visitor = ContextReplacer(replacement: replacement)
      visitModels(&visitor)
    }
  }
}

extension ModelContainer {
  /// Lets each container inside take out contexts that cannot be active here.
  public mutating func removeContexts(where isRefused: (Context) -> Bool) -> Bool {
    withoutActuallyEscaping(isRefused) { isRefused in
      var visitor = ContextRemover(isRefused: isRefused)
      visitModels(&visitor)
      return visitor.remains
    }
  }
}

private struct ContextRemover: ModelVisitor {
  let isRefused: (Context) -> Bool
  /// Whether one of the containers has to go as a whole.
  var remains = false

  mutating func visit<Container: ModelContainer>(_ container: inout Container) -> Bool {
    switch DeepStack.enter() {
    case .first:
      defer { DeepStack.leave() }
      if container.removeContexts(where: isRefused) { remains = true }
    case .enough:
      if container.removeContexts(where: isRefused) { remains = true }
    case .none:
      let (before, isRefused) = (container, isRefused)
      let (after, isLeft) = DeepStack.descend {
        var copy = before
        let isLeft = copy.removeContexts(where: isRefused)
        return (copy, isLeft)
      }
      container = after
      if isLeft { remains = true }
    }
    return true
  }
}

private struct ContextReader: ModelVisitor {
  let body: (Context) -> Void

  mutating func visit<Container: ModelContainer>(_ container: inout Container) -> Bool {
    guard Container.contents == .mixed, Container.isVisitedInOrder else {
      container.forEachContext(body)
      return false
    }
    descend(into: &container)
    return false
  }
}

private struct PlaceReader: ModelVisitor {
  let place: ContainerPlace
  let body: (Context, ContainerPlace) -> Void
  /// How many members have been seen.
  var count = 0

  mutating func visit<Container: ModelContainer>(_ container: inout Container) -> Bool {
    container.forEachPlace(below: place.appending(count), body)
    count += 1
    return false
  }
}

private struct HandleReader: ModelVisitor {
  let body: (Context, any Sendable) -> Void

  mutating func visit<Container: ModelContainer>(_ container: inout Container) -> Bool {
    guard Container.contents == .mixed, Container.isVisitedInOrder else {
      container.forEachHandle(body)
      return false
    }
    descend(into: &container)
    return false
  }
}

private struct ContextReplacer: ModelVisitor {
  let replacement: (Context) -> Context?

  mutating func visit<Container: ModelContainer>(_ container: inout Container) -> Bool {
    guard Container.contents == .mixed, Container.isVisitedInOrder else {
      container.replaceContexts(replacement)
      return true
    }
    descend(into: &container)
    return true
  }
}

extension ModelVisitor {
  /// Visits the contents of a container inside another one.
  ///
  /// The same visitor is used, because a closure that is wrapped at each level would take as many calls as there
  /// are levels. If this stack is used up, the visit goes on on a fresh one, because enums may be inside
  /// themselves.
  fileprivate mutating func descend<Container: ModelContainer>(into container: inout Container) {
    switch DeepStack.enter() {
    case .first:
      defer { DeepStack.leave() }
      container.visitModels(&self)
    case .enough: container.visitModels(&self)
    case .none:
      let (visitor, before) = (self, container)
      (self, container) = DeepStack.descend {
        var (visitor, copy) = (visitor, before)
        copy.visitModels(&visitor)
        return (visitor, copy)
      }
    }
  }
}
