"""Runs a program in a terminal of its own: columns, then the program and its arguments.

What the terminal shows comes out of stdout, escape codes and all.
"""

import fcntl
import os
import pty
import struct
import sys
import termios

columns, *command = sys.argv[1:]
pid, terminal = pty.fork()
if pid == 0:
    # The size must be there before the program asks for it.
    size = struct.pack("HHHH", 50, int(columns), 0, 0)
    fcntl.ioctl(sys.stdout.fileno(), termios.TIOCSWINSZ, size)
    os.execvp(command[0], command)
while True:
    try:
        shown = os.read(terminal, 65536)
    except OSError:  # Linux answers so once the program has ended.
        break
    if not shown:
        break
    sys.stdout.buffer.write(shown)
sys.stdout.flush()
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
