import StrataCore

extension Context {
  /// The context that a test knows: the owner of a value with a key, else this one.
  var owner: Context { attachmentOwner ?? self }
}
