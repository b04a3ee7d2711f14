"""Types into a shell in a terminal of its own, and prints what the terminal showed.

Arguments: the shell and its arguments. stdin: what is typed. The shell must show `READY>` as its
prompt, and `LINE=<...>` once all keys have had their effect.
"""

import fcntl
import os
import pty
import re
import signal
import struct
import sys
import termios

keys = sys.stdin.buffer.read()
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))
shown = b""


def read_until(pattern: bytes) -> None:
    """Reads on until the terminal has shown something new that matches."""
    global shown
    start = len(shown)
    while not re.search(pattern, shown[start:], re.DOTALL):
        shown += os.read(terminal, 65536)


# A shell that shows neither is stuck. The test then fails with its output.
signal.signal(signal.SIGALRM, lambda *_: sys.exit(f"stuck after {shown!r}"))
signal.alarm(60)
read_until(rb"READY>")
os.write(terminal, keys)
read_until(rb"LINE=<[^\r\n]*>")
os.kill(pid, signal.SIGKILL)
os.waitpid(pid, 0)
sys.stdout.buffer.write(shown)
