// SAFETY: the only member that is not Sendable by itself is the box, an object that copies share. It is written only
// after `makeBoxUnique()` or in the initialiser, when one value alone refers to it. So a write needs exclusive access
// to that value, which the compiler demands. Its ids, the elements in its change log and the token are Sendable by the
// condition. Its function is `@Sendable`, or reads a `Sendable` key path or `Identifiable.id`. The compiler cannot
// check all of the last; the type's documentation describes that.
extension IdentifiedArray: @unchecked Sendable where ID: Sendable, Element: Sendable {}
