"""A receiver of Candor's deliveries. README.md says what it does, and which settings it takes."""

import base64
import hashlib
import hmac
import json
import os
import time
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlsplit

TOPIC = os.environ["TOPIC"]
BASE_URL = os.environ["BASE_URL"]
SECRET = os.environ["SECRET"].encode()
COPY = os.environ.get("COPY", "copy.json")
PORT = int(os.environ.get("PORT", "8000"))
TOLERANCE_SECONDS = 300


def webhook_key():
    """A secret of the form whsec_ + base64 of 24 to 64 bytes means those bytes."""
    if SECRET.startswith(b"whsec_"):
        try:
            key = base64.b64decode(SECRET[6:], validate=True)
        except ValueError:
            return SECRET
        if 24 <= len(key) <= 64 and base64.b64encode(key) == SECRET[6:]:
            return key
    return SECRET


def is_verified(headers, body):
    message_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    hub = "sha256=" + hmac.new(SECRET, body, hashlib.sha256).hexdigest()
    signed = hmac.new(webhook_key(), f"{message_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    webhook = "v1," + base64.b64encode(signed).decode()
    in_time = timestamp.isdigit() and abs(time.time() - int(timestamp)) <= TOLERANCE_SECONDS
    return (
        in_time
        and hmac.compare_digest(headers.get("x-hub-signature", ""), hub)
        and hmac.compare_digest(headers.get("webhook-signature", ""), webhook)
    )


def load():
    try:
        with open(COPY, encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        return None


def save(copy):
    with open(COPY + ".new", "w", encoding="utf-8") as file:
        json.dump(copy, file)
    os.replace(COPY + ".new", COPY)


def begin():
    with urllib.request.urlopen(BASE_URL + "/reviews.json") as answer:
        place = {"history": answer.headers["candor-history"], "sequence": answer.headers["candor-sequence"]}
        return {**place, "reviews": {review["id"]: review for review in json.load(answer)["reviews"]}}


def catch_up():
    """Applies every change after the copy's place. A place that is gone begins the copy anew."""
    copy = load() or begin()
    url = f"{BASE_URL}/api/changes.json?after={copy['sequence']}&history={copy['history']}"
    while True:
        try:
            with urllib.request.urlopen(url) as answer:
                page = json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code != 410:
                raise
            return save(begin())
        for change in page["changes"]:
            if change["review"]:
                copy["reviews"][change["id"]] = change["review"]
            elif change["kind"] == "deleted":
                copy["reviews"].pop(change["id"], None)
            copy["sequence"] = change["sequence"]
        save(copy)
        if not page["changes"]:
            return None
        url = page["next_url"]


seen = set()


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def respond(self, status, body=b""):
        self.send_response(status)
        self.send_header("Content-Type", "text/plain")
        if status != 204:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        query = {name: values[0] for name, values in parse_qs(urlsplit(self.path).query).items()}
        if query.get("hub.topic") == TOPIC and query.get("hub.mode") == "subscribe":
            self.respond(200, query.get("hub.challenge", "").encode())
        else:
            self.respond(404)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", "0")))
        message_id = self.headers.get("webhook-id", "")
        # A wrong signature gets a 2xx too, so that a forger learns nothing.
        if not is_verified(self.headers, body):
            print("refused", flush=True)
            return self.respond(204)
        if message_id not in seen:
            try:
                catch_up()
            except (OSError, ValueError) as error:
                print(error, flush=True)
                return self.respond(503)  # the hub tries again
            seen.add(message_id)
            print(f"kept {message_id}", flush=True)
        return self.respond(204)

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", PORT), Receiver)
print("ready", flush=True)
server.serve_forever()
