// A real nginx on loopback that publishes the files of a directory.

import Foundation
import TestKit

final class Nginx {
    static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/sbin/nginx")

    let folder: String
    let port = LoopbackPort()
    private let process: Running

    var url: String { port.url + "/list.pdf" }

    /// `more` goes into the http part of its configuration.
    init(in path: String, more: String = "") throws {
        let folder = path + "/nginx"
        self.folder = folder
        for name in ["", "/www", "/temp"] {
            try FileManager.default.createDirectory(atPath: folder + name, withIntermediateDirectories: true)
            chmod(folder + name, 0o755)
        }
        _ = chmod(path, 0o755)
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map { "\($0)_temp_path \(folder)/temp/\($0);" }.joined(separator: "\n")
        let text = """
            daemon off;
            master_process off;
            pid \(folder)/pid;
            error_log \(folder)/error.log;
            events { worker_connections 64; }
            http {
                types { application/pdf pdf; text/html html; }
                log_format brief '$status $body_bytes_sent "$http_if_none_match" "$http_if_modified_since"';
                access_log \(folder)/access.log brief;
                \(temporary)
                server { listen 127.0.0.1:\(port.number); root \(folder)/www; }
                \(more)
            }
            """
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/nginx.conf"))
        process = try Running(
            "/usr/sbin/nginx", ["-e", folder + "/error.log", "-c", folder + "/nginx.conf"], environment: [:],
            output: folder + "/output.log")
        guard waits(30, until: { FileManager.default.fileExists(atPath: folder + "/pid") }) else {
            throw CocoaError(.fileNoSuchFile, userInfo: [NSLocalizedDescriptionKey: process.said])
        }
    }

    deinit {
        process.kill(SIGKILL)
        _ = process.end()
    }

    /// Puts a list in place, as publishers do: the new file is renamed over the old one.
    ///
    /// - Parameter age: seconds by which the file's time lies in the past.
    func publish(_ document: Data, age: Double = 0) throws {
        let file = folder + "/www/list.pdf"
        try document.write(to: URL(fileURLWithPath: file), options: .atomic)
        chmod(file, 0o644)
        try FileManager.default.setAttributes(
            [.modificationDate: Date().addingTimeInterval(-age)], ofItemAtPath: file)
    }

    /// The status codes answered so far.
    var answers: [Int] {
        requests.compactMap { Int($0.prefix(3)) }
    }

    /// `STATUS BYTES "If-None-Match" "If-Modified-Since"` per request.
    var requests: [String] {
        let log = (try? String(contentsOfFile: folder + "/access.log", encoding: .utf8)) ?? ""
        return log.split(separator: "\n").map(String.init)
    }
}
