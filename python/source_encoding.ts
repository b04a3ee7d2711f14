/** Reads the encoding that a source declares for Python. */

import type { UnlocatedProblem } from "./problem.ts";
import { nextPhysicalLine } from "./characters.ts";

// PEP 263: a coding cookie is in a comment on one of the first two lines.
const COOKIE = /^\ufeff?[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)/;
const NO_CODE = /^\ufeff?[ \t\f]*(?:#|[\r\n]|$)/;

// CPython's names for ASCII, UTF-8 and Latin-1, in which underscores replace hyphens.
const KNOWN_ENCODING = /^(?:u8|utf|utf_?8(?:_sig)?|(?:us_)?ascii|646|latin_?1|l1|iso_?8859_1)$/;

/** Finds NUL characters, and coding cookies for encodings other than ASCII, UTF-8 or Latin-1. */
export function encodingProblems(source: string): UnlocatedProblem[] {
  const problems: UnlocatedProblem[] = [];
  const nul = source.indexOf("\0");
  if (nul !== -1) {
    problems.push({ offset: nul, message: "source code cannot contain null bytes" });
  }
  const cookie = codingCookie(source);
  if (cookie !== null && !KNOWN_ENCODING.test(cookie.toLowerCase().replaceAll("-", "_"))) {
    problems.push({ offset: 0, message: `unsupported encoding: ${cookie}` });
  }
  return problems;
}

/** Reports whether a source declares an encoding other than UTF-8. */
export function isDeclaredNarrow(source: string): boolean {
  const cookie = codingCookie(source);
  return cookie !== null && !/^u(?:8|tf)/i.test(cookie);
}

function codingCookie(source: string): string | null {
  const second = nextPhysicalLine(source, 0);
  const first = source.slice(0, second);
  const name = COOKIE.exec(first)?.[1];
  if (name !== undefined) return name;
  if (!NO_CODE.test(first)) return null;
  return COOKIE.exec(source.slice(second, nextPhysicalLine(source, second)))?.[1] ?? null;
}
