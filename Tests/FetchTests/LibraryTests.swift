// The libraries that a transfer loads before it enters the sandbox.

import Testing

@testable import Fetch

@Suite struct LibraryTests {
    @Test(
        arguments: [
            ("hosts: files dns", []), ("", []),
            ("passwd: files sss\nhosts:\tfiles mdns4_minimal [NOTFOUND=return] dns\n", ["mdns4_minimal"]),
            (
                "hosts: mymachines resolve [!UNAVAIL=return] files myhostname dns # libvirt",
                ["mymachines", "resolve", "myhostname"]
            ),
            ("hosts: files [ NOTFOUND = return ] dns libvirt", ["libvirt"]),
            ("#hosts: wins\n hosts: ../evil files", []),
        ] as [(String, [String])])
    func `the modules of name services are those that nsswitch.conf names for hosts`(_ text: String, _ names: [String])
    {
        #expect(hostServices(in: text) == names)
    }
}
