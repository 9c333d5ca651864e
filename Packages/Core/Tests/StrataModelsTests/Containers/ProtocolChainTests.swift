import StrataModels
import Testing

/// A long chain of protocols is searched for models up to a limit.
@Suite struct ProtocolChainTests {
  /// A model with a value of any type.
  private struct Holder<Value>: Model {
    static var modelLayout: ModelLayout<Self> {
      ModelLayout("Holder") { $0.slot("value", \.value) }
    }
    var modelNode = ModelNode<Self>()
    var value: Value {
      get { modelNode[0] }
      nonmutating set { modelNode[0] = newValue }
    }
  }

  @Test func aProtocolWithManyAboveItIsNotTakenForAModel() {
    let texts = reports {
      _ = Holder<any P20>.modelLayout
      _ = Holder<any P40>.modelLayout
    }
    #expect(texts == [])
  }

  @Test func aModelIsFoundAboveSeveralProtocols() {
    #expect(reports { _ = Holder<any Top>.modelLayout }.count == 1)
  }
}

private protocol Bottom: Model {}
private protocol Middle: Bottom {}
private protocol Top: Middle {}

private protocol P0 {}
private protocol P1: P0 {}
private protocol P2: P1 {}
private protocol P3: P2 {}
private protocol P4: P3 {}
private protocol P5: P4 {}
private protocol P6: P5 {}
private protocol P7: P6 {}
private protocol P8: P7 {}
private protocol P9: P8 {}
private protocol P10: P9 {}
private protocol P11: P10 {}
private protocol P12: P11 {}
private protocol P13: P12 {}
private protocol P14: P13 {}
private protocol P15: P14 {}
private protocol P16: P15 {}
private protocol P17: P16 {}
private protocol P18: P17 {}
private protocol P19: P18 {}
private protocol P20: P19 {}
private protocol P21: P20 {}
private protocol P22: P21 {}
private protocol P23: P22 {}
private protocol P24: P23 {}
private protocol P25: P24 {}
private protocol P26: P25 {}
private protocol P27: P26 {}
private protocol P28: P27 {}
private protocol P29: P28 {}
private protocol P30: P29 {}
private protocol P31: P30 {}
private protocol P32: P31 {}
private protocol P33: P32 {}
private protocol P34: P33 {}
private protocol P35: P34 {}
private protocol P36: P35 {}
private protocol P37: P36 {}
private protocol P38: P37 {}
private protocol P39: P38 {}
private protocol P40: P39 {}
