/// Something that happens once, beside the state: a sound, a message, a jump to another screen.
///
/// Information that has to be shown again after the view was away belongs in the state, not here.
public protocol SideEffect: Sendable {}

/// The side effects of a store that has none: there is no value of this type.
public enum NoSideEffects: SideEffect {}
