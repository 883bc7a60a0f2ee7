// A real nginx with certificates of a certification authority made for the test: good ones, and bad ones of each kind.

import Glibc

/// nginx on loopback ports, one for each certificate, and one without TLS. It ends with this value.
package final class TLSServer {
    /// What is the matter with the certificate, or with what is served.
    package enum Site: Int, CaseIterable, Sendable {
        case good, expired, early, otherHost, selfSigned, unknownIssuer
        /// A good certificate, and a redirection to http.
        case toPlain
    }

    /// Whether the machine lacks the programs for it.
    package static var isMissing: Bool { !isInstalled("nginx", "openssl") }

    private let folder = ServerFolder()
    private let ports = Site.allCases.map { _ in LoopbackPort() }
    private let plainPort = LoopbackPort()
    private let plain: String
    /// The directory of the trusted certificate.
    package var trusted: String { "\(folder.path)/trusted" }
    /// `STATUS BYTES "CODING" AUTHORIZATION` for each request, of which there should be so many: nginx notes one after
    /// the answer.
    package func requests(_ count: Int) -> [String] {
        var lines: [String] = []
        for _ in 0..<100 {
            lines = folder.text("access.log").split(separator: "\n").map(String.init)
            if lines.count >= count && count > 0 { break }
            usleep(count > 0 ? 20_000 : 2_000)
        }
        return lines
    }

    /// `plain` is where `toPlain` redirects to.
    package init(plain: String = "http://127.0.0.1:1/") {
        self.plain = plain
        folder.write("make.sh", certificates)
        folder.write("nginx.conf", configuration)
        folder.run("sh make.sh && mkdir www")
        folder.publish("www/list.pdf", Self.document)
        // nginx looks for the packed file alone.
        folder.run("mkdir packed cut && gzip -c www/list.pdf >packed/list.pdf.gz")
        folder.run("head -c $(($(stat -c %s packed/list.pdf.gz) / 2)) packed/list.pdf.gz >cut/list.pdf.gz")
        folder.start("/usr/sbin/nginx", ["-e", "error.log", "-p", ".", "-c", "nginx.conf"], port: plainPort)
    }

    /// What it publishes under each path: text that packs well.
    package static let document = String(repeating: "hello ", count: 100)

    /// A list of this site. The paths: "" as nginx has it by default; "undated" without Last-Modified, "untagged"
    /// without ETag; "secret" for anna with s3cret, and "within" leads there; "gzip" packed if we take that; "packed" in any case, "cut" so and only
    /// the first half of it; "broken" is said to be packed, and is not; "unmeasured" without a length, and in no chunks.
    package func url(_ site: Site, _ path: String = "") -> String {
        "https://127.0.0.1:\(ports[site.rawValue].number)/\(path.isEmpty ? "" : path + "/")list.pdf"
    }

    /// A list of the site without TLS, which redirects to the good one under "moved".
    package func plainURL(_ path: String) -> String {
        "http://127.0.0.1:\(plainPort.number)/\(path)/list.pdf"
    }

    private var configuration: String {
        let servers = Site.allCases.map { site in
            let name = site == .toPlain ? "good" : "\(site)"
            let locations = site == .toPlain ? "location / { return 302 \(plain); }" : paths
            return """
                server {
                    listen 127.0.0.1:\(ports[site.rawValue].number) ssl http2;
                    ssl_certificate \(name).pem; ssl_certificate_key key.pem;
                    \(locations)
                }
                """
        }
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path tmp;" }
        return """
            daemon off; master_process off; pid nginx.pid; error_log error.log;
            events {}
            http {
                types { application/pdf pdf; }
                log_format brief '$status $body_bytes_sent "$sent_http_content_encoding" $http_authorization';
                access_log access.log brief; \(temporary.joined(separator: " "))
                \(servers.joined(separator: "\n"))
                server {
                    listen 127.0.0.1:\(plainPort.number);
                    location /moved/ { return 301 \(url(.good)); }
                    \(paths)
                }
            }
            """
    }

    private var paths: String {
        """
        location / { alias www/; }
        location /undated/ { alias www/; add_header Last-Modified ""; }
        location /untagged/ { alias www/; etag off; }
        location /within/ { absolute_redirect off; return 302 /secret/list.pdf; }
        location /secret/ { alias www/; auth_basic "lists"; auth_basic_user_file users; }
        location /gzip/ { alias www/; gzip on; gzip_types application/pdf; gzip_min_length 1; gzip_vary on; }
        location /unmeasured/ { alias www/; ssi on; ssi_types *; chunked_transfer_encoding off; }
        location /packed/ { alias packed/; gzip_static always; }
        location /cut/ { alias cut/; gzip_static always; }
        location /broken/ { alias www/; add_header Content-Encoding gzip; }
        """
    }

    private var certificates: String {
        """
        set -e
        mkdir trusted
        echo "anna:$(openssl passwd -apr1 s3cret)" >users
        ec="-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
        openssl req -new $ec -keyout ca.key -out ca.csr -subj "/CN=Test authority"
        openssl req -new $ec -keyout stranger.key -out stranger.csr -subj "/CN=Stranger"
        openssl req -new $ec -keyout key.pem -out leaf.csr -subj "/CN=leaf"
        echo 01 >serial; : >index; mkdir tmp
        cat >ca.conf <<END
        [ca]
        default_ca = here
        [here]
        database = index
        serial = serial
        new_certs_dir = tmp
        default_md = sha256
        policy = any
        unique_subject = no
        [any]
        commonName = supplied
        END
        # Valid since long ago: the machine's clock may be set back by a moment while a test runs.
        authority() { # name, certificate
            printf 'basicConstraints=critical,CA:TRUE\nsubjectKeyIdentifier=hash\n' >$1.ext
            openssl ca -batch -config ca.conf -selfsign -in $1.csr -keyfile $1.key -out $2 -extfile $1.ext -notext \\
                -startdate 20200101000000Z -enddate 20491231000000Z
        }
        authority ca trusted/ca.pem
        authority stranger stranger.pem
        openssl rehash trusted
        sign() { # name, authority's certificate and key, first and last day, whom it is for
            echo "subjectAltName=$6" >$1.ext
            openssl ca -batch -config ca.conf -in leaf.csr -out $1.pem -cert $2 -keyfile $3 -extfile $1.ext -notext \\
                -startdate $4 -enddate $5
        }
        sign good trusted/ca.pem ca.key 20200101000000Z 20491231000000Z IP:127.0.0.1
        sign expired trusted/ca.pem ca.key 20200101000000Z 20200102000000Z IP:127.0.0.1
        sign early trusted/ca.pem ca.key 20480101000000Z 20491231000000Z IP:127.0.0.1
        sign otherHost trusted/ca.pem ca.key 20200101000000Z 20491231000000Z DNS:other.example
        sign unknownIssuer stranger.pem stranger.key 20200101000000Z 20491231000000Z IP:127.0.0.1
        openssl req -x509 -key key.pem -out selfSigned.pem -subj "/CN=leaf" -addext subjectAltName=IP:127.0.0.1 -days 9
        """
    }
}
