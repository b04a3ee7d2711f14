/** Names that Python reserves or defines. */

import { KEYWORDS } from "./names_read.ts";

/** The built-in names of Python 3.8 to 3.14. */
const BUILTINS: ReadonlySet<string> = new Set(
  `
  ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError
  BrokenPipeError BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError
  ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError Ellipsis EncodingWarning
  EnvironmentError Exception ExceptionGroup FileExistsError FileNotFoundError FloatingPointError
  FutureWarning GeneratorExit IOError ImportError ImportWarning IndentationError IndexError
  InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError
  ModuleNotFoundError NameError NotADirectoryError NotImplemented NotImplementedError OSError
  OverflowError PendingDeprecationWarning PermissionError ProcessLookupError PythonFinalizationError
  RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration
  StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError TypeError
  UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError
  UnicodeWarning UserWarning ValueError Warning WindowsError ZeroDivisionError __build_class__
  __debug__ __doc__ __import__ __loader__ __name__ __package__ __spec__ abs aiter all anext any ascii
  bin bool breakpoint bytearray bytes callable chr classmethod compile complex copyright credits
  delattr dict dir divmod enumerate eval exec exit filter float format frozenset getattr globals
  hasattr hash help hex id input int isinstance issubclass iter len license list locals map max
  memoryview min next object oct open ord pow print property quit range repr reversed round set
  setattr slice sorted staticmethod str sum super tuple type vars zip
  `.trim().split(/\s+/),
);

/**
 * Reports whether a name is a keyword or a built-in of Python, so that a parameter should not have it.
 *
 * @example
 * ```ts
 * import { isReserved } from "./reserved_names.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(isReserved("id"), true);
 * equal(isReserved("cart_id"), false);
 * ```
 */
export function isReserved(name: string): boolean {
  return KEYWORDS.has(name) || BUILTINS.has(name);
}
