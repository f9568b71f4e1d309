"""OpenStack Swift with its S3 interface (Debian: python3-swift), for tests.

Its four servers run in one process, because starting Python four times is what takes the time.
swift-server.py FOLDER KEY SECRET: keeps everything in FOLDER, prints the port of the S3 interface, and ends with its input.
"""
import os
import sys

from swift.common import utils

utils.eventlet_monkey_patch()

import eventlet  # noqa: E402
import eventlet.wsgi  # noqa: E402
from swift.common.ring import RingBuilder  # noqa: E402
from swift.common.http_protocol import SwiftHttpProtocol  # noqa: E402
from swift.common.wsgi import loadapp  # noqa: E402

folder, key, secret = sys.argv[1:]
account, user = key.split(":")
devices = os.path.join(folder, "devices")
os.makedirs(os.path.join(devices, "d1"))
# Fails if the file system has no extended attributes, which Swift uses for metadata.
os.setxattr(devices, "user.sosia", b"1")


def write(name, text):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write(text)
    return path


write("swift.conf", """[swift-hash]
swift_hash_path_prefix = sosia
swift_hash_path_suffix = sosia
[storage-policy:0]
name = only
default = yes
""")
utils.SWIFT_CONF_FILE = os.path.join(folder, "swift.conf")
utils.validate_hash_conf()

kinds = ["account", "container", "object"]
sockets = {kind: eventlet.listen(("127.0.0.1", 0), backlog=512) for kind in kinds + ["proxy"]}
ports = {kind: socket.getsockname()[1] for kind, socket in sockets.items()}
# Bound but never answering: without memcached Swift asks its own servers.
closed = eventlet.listen(("127.0.0.1", 0), backlog=0)
memcached = closed.getsockname()[1]
closed.close()

for kind in kinds:
    builder = RingBuilder(2, 1, 0)
    where = dict(ip="127.0.0.1", port=ports[kind], replication_ip="127.0.0.1", replication_port=ports[kind])
    builder.add_dev(dict(id=0, region=1, zone=1, device="d1", weight=1, meta="", **where))
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, kind + ".ring.gz"))

configs = {kind: f"""[DEFAULT]
swift_dir = {folder}
bind_port = {ports[kind]}
devices = {devices}
mount_check = false
fallocate_reserve = 0
[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{kind}
""" for kind in kinds}
configs["proxy"] = f"""[DEFAULT]
swift_dir = {folder}
bind_port = {ports["proxy"]}
[pipeline:main]
pipeline = catch_errors cache listing_formats s3api tempauth copy proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:{memcached}
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_{account}_{user} = {secret} .admin
[filter:copy]
use = egg:swift#copy
"""

for kind, text in configs.items():
    app = loadapp(write(kind + ".conf", text), global_conf={"log_name": kind})
    # Like swift.common.wsgi.run_server, which expects a separate process.
    options = dict(protocol=SwiftHttpProtocol, capitalize_response_headers=False, socket_timeout=60)
    eventlet.spawn(eventlet.wsgi.server, sockets[kind], app, utils.NullLogger(), **options)

print(ports["proxy"], flush=True)
# Ends with the test, even if that is killed.
utils.eventlet.hubs.trampoline(sys.stdin.fileno(), read=True)
os._exit(0)
