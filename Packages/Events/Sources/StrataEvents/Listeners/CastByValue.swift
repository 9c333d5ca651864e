/// Types whose casts depend on the value, and not on the type alone.
protocol CastByValue {}

extension Optional: CastByValue {}
extension AnyHashable: CastByValue {}
extension Array: CastByValue {}
extension Set: CastByValue {}
extension Dictionary: CastByValue {}
