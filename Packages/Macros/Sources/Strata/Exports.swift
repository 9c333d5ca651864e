// The user of a macro needs one import, because the names in the generated code come with it.
@_exported public import StrataModels
