// Which processes descend from the daemon, and which only claim it.

import Testing

@testable import Watch

@Suite struct DaemonProcessTests {
    /// 100 is the daemon, 101 its hook, 102 what that started, 103 what that left behind; 200 is a shell.
    private let parents: [Int32: Int32] = [
        100: 1, 101: 100, 102: 101, 103: 1, 200: 150, 150: 1, 201: 200, 202: 1,
    ]
    private let units: [Int32: String] = [
        101: "/system.slice/x.service", 103: "/system.slice/x.service", 104: "/system.slice/x.service/below",
        105: "/system.slice/x.service2", 200: "/user.slice/session-1.scope", 201: "/user.slice/session-1.scope",
        202: "/",
    ]

    private func relation(_ process: Int32, user: UInt32 = 990, of daemon: UInt32 = 990, unit: String? = nil)
        -> PeerRelation?
    {
        try? DaemonProcess(process: 100, user: daemon, unit: unit).relation(
            of: process, user: user, parent: { parents[$0] ?? ($0 == 104 || $0 == 105 ? 1 : nil) },
            unit: { units[$0] })
    }

    @Test func `a child and its children are descendants, and nobody else`() {
        #expect(relation(101) == .descendant)
        #expect(relation(102) == .descendant)
        #expect(relation(200) == .stranger)
        #expect(relation(201, user: 0) == .stranger)
        // The daemon itself, and a process of another namespace.
        #expect(relation(100) == .stranger)
        #expect(relation(0) == .stranger)
    }

    @Test func `in a unit nobody gets away by losing his parents`() {
        let unit = "/system.slice/x.service"
        #expect(relation(103) == .stranger)
        #expect(relation(103, unit: unit) == .unit)
        #expect(relation(104, unit: unit) == .unit)
        #expect(relation(105, unit: unit) == .stranger || units[105] == nil)
        #expect(relation(101, unit: unit) == .descendant)
        #expect(relation(200, unit: unit) == .stranger)
        // Who entered a container from outside is in its root (docker exec).
        #expect(relation(202, unit: unit) == .stranger)
    }

    @Test func `a process of ours that hides is a descendant, one of others is not`() {
        #expect(relation(300) == .descendant)
        #expect(relation(300, user: 1000) == .stranger)
        #expect(relation(300, user: 0) == .stranger)
        // Nothing is hidden from root but what has ended.
        #expect(relation(300, user: 1000, of: 0) == .descendant)
    }

    @Test func `who cannot be looked at for want of descriptors is told that, whatever is asked`() {
        let daemonProcess = DaemonProcess(process: 100, user: 990, unit: "/a")
        #expect(throws: NoDescriptor.self) {
            try daemonProcess.relation(
                of: 7, user: 990, parent: { _ throws(NoDescriptor) in throw NoDescriptor() }, unit: { _ in nil })
        }
        #expect(throws: NoDescriptor.self) {
            try daemonProcess.relation(
                of: 7, user: 990, parent: { _ in 1 }, unit: { _ throws(NoDescriptor) in throw NoDescriptor() })
        }
        let peer = ControlPeer(user: 0, relation: .unseen)
        let refusal = ControlRights.refusal(of: .status, by: peer, user: 990)
        #expect(refusal?.message == "the daemon cannot see who asks: Too many open files")
        #expect(refusal?.exitCode == ExitCode.temporary.rawValue)
    }

    @Test func `parents without end are no way out`() throws {
        let daemonProcess = DaemonProcess(process: 100, user: 990)
        #expect(
            try daemonProcess.relation(of: 7, user: 990, parent: { $0 == 7 ? 8 : 7 }, unit: { _ in nil }) == .descendant
        )
    }

    @Test(
        arguments: [
            ("0::/system.slice/batchwatch.service\n", "/system.slice/batchwatch.service"),
            ("12:pids:/x\n1:name=systemd:/system.slice/a:b.service\n0::/\n", "/system.slice/a:b.service"),
            ("0::/\n", "/"), ("9:name=systemd:/\n0::/\n", "/"),
            ("9:name=systemd:/\n0::/system.slice/x.service\n", "/system.slice/x.service"),
            ("9:name=systemd:/system.slice/x.service\n0::/\n", "/system.slice/x.service"), ("", nil),
            ("1:cpu:/x\n", nil),
        ] as [(String, String?)])
    func `the unit's cgroup is found`(_ text: String, _ group: String?) {
        #expect(unitGroup(in: text) == group)
    }

    @Test func `only a process that systemd started has a unit to itself`() {
        #expect(DaemonProcess.current([:]).unit == nil)
        #expect(DaemonProcess.current(["SYSTEMD_EXEC_PID": "1"]).unit == nil)
    }
}

@Suite struct ControlRightsTests {
    private let acting: [ControlRequest.Command] = [.poll, .accept, .reload, .outboxRetry, .outboxDrop]
    private let telling: [ControlRequest.Command] = [.status, .outboxList]

    private func isAllowed(_ command: ControlRequest.Command, _ user: UInt32, _ relation: PeerRelation = .stranger)
        -> Bool
    {
        ControlRights.refusal(of: command, by: ControlPeer(user: user, relation: relation), user: 990) == nil
    }

    @Test func `root and the service may do all, others are only told`() {
        for command in telling + acting {
            #expect(isAllowed(command, 0))
            #expect(isAllowed(command, 990))
            #expect(isAllowed(command, 1000) == telling.contains(command))
        }
    }

    @Test func `what came out of the daemon may nothing, whoever it is, but for the unit's reload`() {
        for command in telling + acting {
            for user: UInt32 in [0, 990, 1000] {
                #expect(!isAllowed(command, user, .descendant))
                #expect(isAllowed(command, user, .unit) == (command == .reload && user != 1000))
            }
        }
    }

    @Test func `a source is polled for others than root once in ten seconds, and all that are asked for or none`() {
        var allowance = PollAllowance()
        #expect(allowance.refusal(of: ["london"], at: 100) == nil)
        let refusal = allowance.refusal(of: ["berlin", "london"], at: 109.9)
        #expect(refusal?.message == "london was polled 9 s ago; ask again in 1 s, or with sudo")
        #expect(refusal?.exitCode == 75)
        #expect(allowance.refusal(of: ["berlin"], at: 109.9) == nil)
        #expect(allowance.refusal(of: ["london"], at: 110) == nil)
        #expect(allowance.refusal(of: ["berlin", "london"], at: 119.8) != nil)
        #expect(allowance.refusal(of: ["berlin", "london"], at: 120) == nil)
    }
}
