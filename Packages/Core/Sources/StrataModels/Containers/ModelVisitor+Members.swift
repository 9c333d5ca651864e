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

  /// Does nothing, because a value of this type contains no models.
  ///
  /// - Returns: `false`.
  @inlinable
  public mutating func visitMember<Member>(_ member: inout Member) -> Bool {
    false
  }

  /// Sees a constant of a struct if its type is a container.
  ///
  /// If the tree continues an earlier model in the same slot, the struct is made anew around it.
  @inlinable
  public mutating func visitConstant<Root, Member: ModelContainer>(
    _ constant: KeyPath<Root, Member>,
    of root: inout Root
  ) {
    var member = root[keyPath: constant]
    if visit(&member) { root = replacing(constant, of: root, by: member) }
  }

  /// Does nothing, because a value of this type contains no models.
  @inlinable
  public mutating func visitConstant<Root, Member>(
    _ constant: KeyPath<Root, Member>,
    of root: inout Root
  ) {}
}
