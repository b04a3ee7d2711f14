"""Runs a program in a new terminal, and writes the terminal's output to stdout, with its escape codes.

Arguments: the number of columns, the program and its arguments.
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
    # The size must be set before the program reads it.
    size = struct.pack("HHHH", 50, int(columns), 0, 0)
    fcntl.ioctl(sys.stdout.fileno(), termios.TIOCSWINSZ, size)
    os.execvp(command[0], command)
while True:
    try:
        shown = os.read(terminal, 65536)
    except OSError:  # On Linux, reading fails once the program has ended.
        break
    if not shown:
        break
    sys.stdout.buffer.write(shown)
sys.stdout.flush()
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
