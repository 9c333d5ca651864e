/// Types of which it depends on the value, and not on the type alone, what it can be cast to.
protocol CastByValue {}

extension Optional: CastByValue {}
extension AnyHashable: CastByValue {}
extension Array: CastByValue {}
extension Set: CastByValue {}
extension Dictionary: CastByValue {}
