// swift-format-ignore-file
// The section "Model-defined API": a mock is a literal. The document shows statements of a test; the
// type around them is added.
import StrataSources

final class MockedTest {
    let loginExpectation = Expectation()
    var testSubject = TestSubject()

    func setUp() {
        let loginExpectation = loginExpectation
    let loginAction = Action<Credentials> { loginExpectation.fulfill() }
    let logOutAction = Action<Void> { XCTFail("logOut should not have been called") }
    let mockAuthenticationModel = AuthenticationModel(isAuthenticated: false, 
                                                      authToken: nil,
                                                      authError: nil,
                                                      logInWithCredentials: loginAction,
                                                      logOut: logOutAction)
    testSubject = .init(authModel: mockAuthenticationModel)
    }
}
