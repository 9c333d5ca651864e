extension ModelVisitor {
  /// Sees a member if its type is a container.
  ///
  /// Generated code calls this for each member, because a macro does not know types: the compiler
  /// picks this or the one that does nothing.
  ///
  /// - Returns: Whether it was changed and has to be put back.
  @inlinable
  public mutating func visitMember<Member: ModelContainer>(_ member: inout Member) -> Bool {
    visit(&member)
  }

  /// Does nothing: a value of this type holds no models.
  ///
  /// - Returns: `false`.
  @inlinable
  public mutating func visitMember<Member>(_ member: inout Member) -> Bool {
    false
  }

  /// Sees a constant, which cannot be put back where the tree continues an earlier model in its place.
  @available(
    *,
    deprecated,
    message: "A 'let' of a @ModelContainer struct cannot hold models: make it a 'var'."
  )
  public mutating func visitConstant<Member: ModelContainer>(_ member: Member) {
    var copy = member
    _ = visit(&copy)
  }

  /// Does nothing: a value of this type holds no models.
  @inlinable
  public mutating func visitConstant<Member>(_ member: Member) {}
}
