"""Types into a shell in a new terminal, and prints the terminal's output.

Arguments: the shell and its arguments. stdin: the keys to type. The shell must show `READY>` as its
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
    """Reads until new output of the terminal matches."""
    global shown
    start = len(shown)
    while not re.search(pattern, shown[start:], re.DOTALL):
        shown += os.read(terminal, 65536)


# A shell that does not show the expected output in time is stuck. The test then fails with its output.
signal.signal(signal.SIGALRM, lambda *_: sys.exit(f"stuck after {shown!r}"))
signal.alarm(60)
read_until(rb"READY>")
os.write(terminal, keys)
read_until(rb"LINE=<[^\r\n]*>")
os.kill(pid, signal.SIGKILL)
os.waitpid(pid, 0)
sys.stdout.buffer.write(shown)
