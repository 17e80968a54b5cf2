# Python reads this before sipvicious, whose programs parse `-b` and then bind to every address.
import os
import socket

_bind = socket.socket.bind


def bind(self, address):
    host, *rest = address
    return _bind(self, (host or os.environ["ATTACK_FROM"], *rest))


socket.socket.bind = bind
