"""The hooks mail and mqtt with TLS and a login: the parts `submission` and `mqtt` of test-hooks."""

import json
import logging
import os
import ssl
import subprocess
import warnings

from hook_scene import SECRET, closed_port, equal, eventually, install, line, mute, read, slow

USER = "batchwatch@example.org"


def identity(scene):
    """A certificate for 127.0.0.1, trusted by programs that name it, and its key."""
    key, certificate = scene.path + "/tls.key", scene.path + "/tls.pem"
    if not os.path.exists(certificate):
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "9", "-keyout",
             key, "-out", certificate, "-subj", "/CN=test", "-addext", "subjectAltName=IP:127.0.0.1"],
            check=True, capture_output=True)  # fmt: skip
        os.chmod(key, 0o644)  # mosquitto gives up being root
    return certificate, key


def credential(scene, name):
    """A directory of credentials in systemd's form, and the variable that names it."""
    scene.write("credentials/" + name, SECRET + "\n")
    return {"CREDENTIALS_DIRECTORY": scene.path + "/credentials"}


def submission(scene, background):
    """A provider's server: TLS from the first byte or by STARTTLS, and a login before anything else."""
    install("python3-aiosmtpd", "openssl")
    from aiosmtpd.controller import Controller
    from aiosmtpd.smtp import AuthResult

    # What it says of clients that do not trust it, and of a login in clear, is meant.
    logging.getLogger("mail.log").disabled = True
    warnings.filterwarnings("ignore", module="aiosmtpd")
    certificate, key = identity(scene)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    mails, logins = [], []
    answers = {"login": None, "data": "250 taken"}

    class Sink:
        async def handle_DATA(self, server, _session, envelope):
            mails.append((is_secure(server), envelope))
            return answers["data"]

    def is_secure(server):
        return server.transport.get_extra_info("cipher") is not None

    def login(server, _session, _envelope, _mechanism, data):
        logins.append((is_secure(server), data.login.decode(), data.password.decode()))
        good = (data.login.decode(), data.password.decode()) == (USER, SECRET)
        return AuthResult(success=good and not answers["login"], handled=not answers["login"], message=answers["login"])

    def open_server(**more):
        controller = Controller(Sink(), hostname="127.0.0.1", port=closed_port(scene), authenticator=login, auth_required=True, **more)
        controller.start()
        return controller

    implicit = open_server(ssl_context=context, auth_require_tls=False)
    starting = open_server(tls_context=context, require_starttls=True)
    plain = open_server(auth_require_tls=False)
    trusting = {**credential(scene, "secret_mail"), "SSL_CERT_FILE": certificate}
    where = {"MAIL_TO": "you@example.org", "MAIL_FROM": USER, "MAIL_USER": USER, "MAIL_PASSWORD_FILE": "secret_mail"}

    def conf(name, port, **more):
        return scene.settings("submission-" + name, MAIL_SMTP="127.0.0.1:%d" % port, **{**where, **more})

    ways = [conf("tls", implicit.port, MAIL_TLS="tls"), conf("starttls", starting.port)]
    for name, port, tls in [("tls", mute(scene), "tls"), ("starttls", mute(scene), ""), ("slow", slow(scene, b"220-"), "")]:
        def hang(hook, path):
            scene.hang(hook, path, environment=trusting)
        background(hang, "mail", conf("hang-" + name, port, MAIL_TLS=tls))
    for way in ways:
        for event in scene.events()[1:] + [scene.event("changed")]:
            mails.clear(), logins.clear()
            scene.must(0, "mail", way, event, trusting)
            [(secure, envelope)] = mails
            equal("a login over TLS", [(True, USER, SECRET)], logins)
            equal("the mail over TLS, by its id", (True, True), (
                secure, ("Message-ID: <%s@example.org>" % event[0]["id"]).encode() in envelope.content))  # fmt: skip
        # Without the authority nothing is sent: no login, no mail.
        mails.clear(), logins.clear()
        said = scene.must(1, "mail", way, scene.event("changed"), credential(scene, "secret_mail"))
        equal("what is said of a strange certificate", True, "the certificate of 127.0.0.1" in said)
        equal("what a stranger is told", ([], []), (mails, logins))
        for answers["data"], code in [("451 later", 75), ("554 never", 1), ("250 taken", 0)]:
            scene.must(code, "mail", way, scene.event("changed"), trusting)
        for answers["login"], code in [("454 later", 75), ("535 never", 1), (None, 0)]:
            scene.must(code, "mail", way, scene.event("changed"), trusting)
    # A server without TLS gets no password, unless that is asked for.
    mails.clear(), logins.clear()
    said = scene.must(1, "mail", conf("plain", plain.port), scene.event("changed"), trusting)
    equal("what is said of a server without TLS", True, "STARTTLS" in said)
    equal("what a server without TLS is told", ([], []), (mails, logins))
    scene.must(0, "mail", conf("asked", plain.port, MAIL_TLS="none"), scene.event("changed"), trusting)
    equal("a login in clear, as asked for", [(False, USER, SECRET)], logins)
    for controller in (implicit, starting, plain):
        controller.stop()
    for way in ways:
        scene.must(75, "mail", way, scene.event("changed"), trusting)
    scene.write("credentials/empty", "\n")
    absolute = scene.write("mail.password", SECRET)
    scene.must(75, "mail", conf("file", implicit.port, MAIL_PASSWORD_FILE=absolute), scene.event("changed"))
    for name, word in [("none", "credentials/none"), ("empty", "is empty"), ("/nonexistent", "/nonexistent")]:
        said = scene.must(78, "mail", conf("broken", 25, MAIL_PASSWORD_FILE=name), scene.event("changed"), trusting)
        equal("the message names what is missing", True, "MAIL_PASSWORD_FILE" in said and word in said)
    said = scene.must(78, "mail", conf("wrong", 25, MAIL_TLS="yes"), scene.event("changed"), trusting)
    equal("the message names the setting", True, "MAIL_TLS" in said)


class Broker:
    """A private mosquitto, with a TLS listener that requires a login, and an open one."""

    def __init__(self, scene):
        certificate, key = identity(scene)
        self.scene, self.secure, self.plain = scene, closed_port(scene), closed_port(scene)
        passwords = scene.write("mosquitto/passwords", "")
        subprocess.run(["mosquitto_passwd", "-b", passwords, USER, SECRET], check=True)
        for path in (scene.path, scene.path + "/mosquitto"):
            os.chmod(path, 0o711)
        os.chmod(passwords, 0o644)
        self.config = scene.write("mosquitto/conf", "\n".join([
            "per_listener_settings true", "persistence false", "log_dest stderr",
            "listener %d 127.0.0.1" % self.secure, "certfile " + certificate, "keyfile " + key, "password_file " + passwords,
            "allow_anonymous false", "listener %d 127.0.0.1" % self.plain, "allow_anonymous true", ""]), 0o644)  # fmt: skip
        self.start()

    def start(self):
        self.process = self.scene.start(["/usr/sbin/mosquitto", "-c", self.config], "mosquitto-broker")
        eventually("mosquitto is there", lambda: self.get("-t", "$SYS/broker/version", "-C", "1") != [])

    def stop(self):
        self.process.terminate()
        self.process.wait()

    def get(self, *words):
        """Messages: whether each was retained, its QoS, topic and payload. `-W` ends the wait."""
        done = subprocess.run(["mosquitto_sub", "-p", str(self.plain), "-q", "1", "-W", "5", "-F", "%r %q %t %p", *words],
                              capture_output=True, text=True, check=False)  # fmt: skip
        return [tuple(text.split(" ", 3)) for text in done.stdout.splitlines()]

    def kept(self):
        """The retained messages that a subscriber gets: the last of each topic, as JSON."""
        subprocess.run(["mosquitto_pub", "-p", str(self.plain), "-r", "-t", "end", "-m", "{}"], check=True)
        # All that is kept comes by the first subscription; by the second comes the end once more.
        reader = subprocess.Popen(
            ["mosquitto_sub", "-p", str(self.plain), "-q", "1", "-W", "20", "--retained-only", "-F", "%q %t %p", "-t", "#", "-t", "end"],
            stdout=subprocess.PIPE, text=True)  # fmt: skip
        found, ends = {}, 0
        for text in reader.stdout:
            qos, topic, payload = text.split(" ", 2)
            if topic == "end":
                ends += 1
                if ends == 2:
                    break
            else:
                equal("%s is told at least once" % topic, "1", qos)
                found[topic] = json.loads(payload)
        reader.terminate()
        reader.wait()
        equal("all that is kept is found", 2, ends)
        return found


def mqtt(scene, background):
    install("mosquitto", "mosquitto-clients", "python3-paho-mqtt", "openssl")
    broker = Broker(scene)
    trusting = {**credential(scene, "secret_mqtt"), "SSL_CERT_FILE": identity(scene)[0]}
    where = {"MQTT_BROKER": "127.0.0.1:%d" % broker.secure, "MQTT_USER": USER, "MQTT_PASSWORD_FILE": "secret_mqtt"}

    def conf(name, **more):
        return scene.settings("mqtt-" + name, **{**where, "MQTT_DISCOVERY": "homeassistant", **more})

    def hang(hook, path):
        scene.hang(hook, path, environment=trusting)

    background(hang, "mqtt", conf("hang", MQTT_BROKER="127.0.0.1:%d" % mute(scene)))
    told = scene.path + "/told.mqtt"
    with open(told, "wb") as file:
        listener = scene.start(["mosquitto_sub", "-p", str(broker.plain), "-q", "1", "-t", "batchwatch/event", "-t", "ready"], stdout=file)
    eventually("somebody listens", lambda: subprocess.run(
        ["mosquitto_pub", "-p", str(broker.plain), "-t", "ready", "-m", "ready"], check=True) and "ready" in read(told))
    state, events = {}, scene.events()
    for event, values in events:
        scene.must(0, "mqtt", conf("tls"), (event, values), trusting)
        data = event["data"]
        shared = {"kind": data["kind"], "message": data["message"], "time": event["time"], "id": event["id"]}
        if data["batch"]:
            doubtful = data["kind"] == "unclear"
            rows = data["previousRows"] if doubtful else data["rows"]
            state["batchwatch/london/20121456171/state"] = {
                **shared, "status": (rows[0]["status"] if rows else "not on the list")[:255],
                "date": rows[0]["date"] if rows else "", "batch": data["batch"], "label": data["label"],
                "unclear": data["detail"] if doubtful else "", "read": data["rows"][0]["status"] if doubtful else ""}  # fmt: skip
        elif data["kind"] != "changed":
            state["batchwatch/london/problem"] = {**shared, "problem": "OFF" if data["kind"] == "recovered" else "ON"}
        found = broker.kept() if data["kind"] in ("changed", "unclear", "disappeared", "stale", "recovered") else state
        equal("what is kept after %s" % data["kind"], state, {topic: found[topic] for topic in found if topic in state})
    expected = [line(event).decode() for event, _ in events]
    eventually("all events were heard", lambda: read(told).replace("ready\n", "").replace("\n\n", "\n") == "".join(expected))
    listener.terminate()
    discovery(broker.kept(), state)
    unclear(scene, broker, conf, trusting)
    faults(scene, broker, conf, trusting)


def unclear(scene, broker, conf, trusting):
    """A batch without any certain event has that as its state; an event about a mask belongs to no batch."""
    first = scene.event("unclear")
    first[0]["data"]["previousRows"] = []
    scene.must(0, "mqtt", conf("unclear"), first, trusting)
    kept = broker.kept()
    equal("the state of a batch that was never clear", "unclear", kept["batchwatch/london/20121456171/state"]["status"])
    many = scene.event("unclear")
    many[0]["data"].update(batch="2012#######", batches=12, rows=[], previousRows=[])
    scene.must(0, "mqtt", conf("mask"), many, trusting)
    equal("what is kept after an event of a mask", kept, broker.kept())


def discovery(kept, state):
    """Home Assistant's requirements for a discovery message: the state's topic, and a permanent id."""
    topics = {"sensor/batchwatch_london_batch_20121456171": "batchwatch/london/20121456171/state",
              "binary_sensor/batchwatch_london_problem": "batchwatch/london/problem"}  # fmt: skip
    equal("topics", sorted([*state, *("homeassistant/%s/config" % topic for topic in topics)]), sorted(kept))
    for topic, place in topics.items():
        config = kept["homeassistant/%s/config" % topic]
        equal("a sensor", (topic.split("/")[1], place, place, ["batchwatch_london"]), (
            config["unique_id"], config["state_topic"], config["json_attributes_topic"], config["device"]["identifiers"]))  # fmt: skip
        template = config["value_template"].removeprefix("{{ value_json.").removesuffix(" }}")
        equal("what the template names is there", True, template in state[place])


def faults(scene, broker, conf, trusting):
    event = scene.event("changed")
    # A key that may not stand in a topic, a mask, a list of another name: no topic of somebody else's.
    for batch, source in [("+/#", "london"), ("a b", "l\u00f6ndon"), ("x" * 65, "a/b")]:
        other = scene.event("changed")
        other[0]["data"].update(batch=batch, source=source)
        before = set(broker.kept())
        scene.must(0, "mqtt", conf("key"), other, trusting)
        new = sorted(set(broker.kept()) - before)
        equal("topics of %r" % batch, (2, True), (len(new), all(topic.count("/") == 3 and "+" not in topic for topic in new)))
    mask = scene.event("observed")
    mask[0]["data"].update(detail="3 batches on the list", batch="2012145###[0-4]", batches=3, rows=[])
    before = broker.kept()
    scene.must(0, "mqtt", conf("mask"), mask, trusting)
    scene.must(0, "mqtt", conf("alone", MQTT_DISCOVERY="", MQTT_TOPIC="other"), event, trusting)
    equal("a mask has no sensor, and nobody is told where none is wanted", {"other/london/20121456171/state"},
          set(broker.kept()) - set(before))  # fmt: skip
    long = scene.event("changed")
    for length, kept in [(255, 255), (256, 255)]:
        long[0]["data"]["rows"] = [{"status": "s" * length, "date": ""}]
        scene.must(0, "mqtt", conf("long"), long, trusting)
        equal("the longest state", kept, len(broker.kept()["batchwatch/london/20121456171/state"]["status"]))
    said = scene.must(1, "mqtt", conf("strange"), event, credential(scene, "secret_mqtt"))
    equal("what is said of a strange certificate", True, "the certificate of 127.0.0.1" in said)
    scene.write("credentials/wrong", "wrong")
    scene.must(1, "mqtt", conf("wrong", MQTT_PASSWORD_FILE="wrong"), event, trusting)
    plain = "127.0.0.1:%d" % broker.plain
    scene.must(0, "mqtt", scene.settings("mqtt-open", MQTT_BROKER=plain), event)
    scene.must(0, "mqtt", conf("asked", MQTT_BROKER=plain, MQTT_TLS="none"), event, trusting)
    for name, word in [("none", "credentials/none"), ("/nonexistent", "/nonexistent")]:
        said = scene.must(78, "mqtt", conf("broken", MQTT_PASSWORD_FILE=name), event, trusting)
        equal("the message names what is missing", True, "MQTT_PASSWORD_FILE" in said and word in said)
    for setting in ({"MQTT_TLS": "yes"}, {"MQTT_BROKER": "a:b"}):
        said = scene.must(78, "mqtt", conf("setting", **setting), event, trusting)
    broker.stop()
    scene.must(75, "mqtt", conf("away"), event, trusting)
