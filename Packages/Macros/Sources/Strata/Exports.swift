// One import for the user of a macro: what the generated code names comes with it.
@_exported public import StrataModels
