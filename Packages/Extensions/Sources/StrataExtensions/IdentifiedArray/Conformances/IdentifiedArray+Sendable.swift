// SAFETY: the only member that is not Sendable by itself is the box, an object that copies share. It
// is written only after `makeBoxUnique()` or in the initialiser, when one value alone holds it, so
// a write needs exclusive access to that value, which the compiler demands. What it contains, ids,
// elements in a journal and the token, is Sendable by the condition; the function in it is
// `@Sendable`, or reads a `Sendable` key path or `Identifiable.id`; what of the last the compiler
// cannot see is documented at the type.
extension IdentifiedArray: @unchecked Sendable where ID: Sendable, Element: Sendable {}
