"""Runs a program in a new terminal, and types.

Arguments: columns, rows, steps as JSON, then the command. A step is [text to wait for, keys to type]. The
terminal's output goes to stdout immediately. The exit code is the program's, or 99 if it did not show a text in time.
"""

import fcntl
import json
import os
import pty
import select
import struct
import sys
import termios
import time

PATIENCE = 60
columns, rows, steps, *command = sys.argv[1:]
pid, terminal = pty.fork()
if pid == 0:
    # The size must be set before the program reads it.
    size = struct.pack("HHHH", int(rows), int(columns), 0, 0)
    fcntl.ioctl(sys.stdout.fileno(), termios.TIOCSWINSZ, size)
    os.execvp(command[0], command)

shown = b""
deadline = time.monotonic() + PATIENCE


def read() -> bool:
    """Reads the next output of the terminal. Returns whether there was any."""
    global shown
    if not select.select([terminal], [], [], max(0, deadline - time.monotonic()))[0]:
        return False
    try:
        more = os.read(terminal, 65536)
    except OSError:  # On Linux, reading fails once the program has ended.
        return False
    shown += more
    sys.stdout.buffer.write(more)
    sys.stdout.flush()
    return more != b""


start = 0
for wanted, keys in json.loads(steps):
    while (found := shown.find(wanted.encode(), start)) < 0:
        if not read():
            os.kill(pid, 9)
            sys.exit(99)
    start = found + len(wanted.encode())
    os.write(terminal, keys.encode())
while read():
    pass
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
