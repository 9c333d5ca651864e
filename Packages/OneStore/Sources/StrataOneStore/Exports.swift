// One import served a model's file: work, events, dependencies and containers came with it.
@_exported public import StrataConcurrency
@_exported public import StrataDependencies
@_exported public import StrataEvents
@_exported public import StrataExtensions
