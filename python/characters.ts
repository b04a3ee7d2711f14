/** The UTF-16 codes of characters with a meaning in Python, functions that scan for them, and escapes. */

export const TAB = 9;
export const LINE_FEED = 10;
export const FORM_FEED = 12;
const CARRIAGE_RETURN = 13;
export const SPACE = 32;
export const DOUBLE_QUOTE = 34;
export const HASH = 35;
export const SINGLE_QUOTE = 39;
export const OPEN_PARENTHESIS = 40;
export const CLOSE_PARENTHESIS = 41;
export const COMMA = 44;
export const COLON = 58;
export const EQUALS = 61;
export const AT = 64;
export const OPEN_BRACKET = 91;
export const BACKSLASH = 92;
export const CLOSE_BRACKET = 93;
export const LOWER_A = 97;
export const LOWER_C = 99;
export const LOWER_D = 100;
export const OPEN_BRACE = 123;
export const CLOSE_BRACE = 125;
export const BYTE_ORDER_MARK = 0xfeff;

/** Reports whether a name can start with the character. All non-ASCII characters count as letters. */
export function isNameStart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code >= 128;
}

/** Reports whether a name can continue with the character. */
export function isNamePart(code: number): boolean {
  return isNameStart(code) || isDigit(code);
}

/** Reports whether the character is an ASCII digit. */
function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Reports whether the character is `"` or `'`. */
export function isQuote(code: number): boolean {
  return code === DOUBLE_QUOTE || code === SINGLE_QUOTE;
}

/** Reports whether the character is a line break, or the start of `\r\n`. */
export function isLineBreak(code: number): boolean {
  return code === LINE_FEED || code === CARRIAGE_RETURN;
}

/** Reports whether the character is white space within a line. */
export function isBlank(code: number): boolean {
  return code === SPACE || code === TAB || code === FORM_FEED;
}

const LINE_REST = /[^\r\n]+/y;

/** Returns the offset of the next line break from `offset` on, or the source's end. */
export function physicalLineEnd(source: string, offset: number): number {
  return skipMatch(LINE_REST, source, offset);
}

/**
 * Skips the text that a pattern matches at an offset. A regular expression scans many characters faster than
 * a loop that the engine has not compiled yet.
 *
 * @param pattern A sticky pattern.
 * @returns The offset after the match, or `offset` if there is no match.
 */
export function skipMatch(pattern: RegExp, source: string, offset: number): number {
  pattern.lastIndex = offset;
  return pattern.test(source) ? pattern.lastIndex : offset;
}

const NAME_PARTS = /[\w\u0080-\uffff]+/y;

/** Returns the offset after the name that starts at `offset`. */
export function nameEnd(source: string, offset: number): number {
  return skipMatch(NAME_PARTS, source, offset);
}

/** Returns the offset after the line break at `offset`. `\r\n` is one line break. */
export function afterLineBreak(source: string, offset: number): number {
  const isPair = source.charCodeAt(offset) === CARRIAGE_RETURN &&
    source.charCodeAt(offset + 1) === LINE_FEED;
  return offset + (isPair ? 2 : 1);
}

/** Returns the start of the next physical line, or the source's end. */
export function nextPhysicalLine(source: string, offset: number): number {
  const end = physicalLineEnd(source, offset);
  return end < source.length ? afterLineBreak(source, end) : end;
}

const BLANKS = /[ \t\f]+/y;

/** Returns the offset of the first character from `offset` on that is not blank. */
export function skipBlanks(source: string, offset: number): number {
  return skipMatch(BLANKS, source, offset);
}

/**
 * Returns the indentation of the physical line that starts at an offset. The indentation starts after the
 * last form feed, because Python resets the column to zero there.
 */
export function indentationOf(source: string, lineStart: number): string {
  const blanks = source.slice(lineStart, skipBlanks(source, lineStart));
  return blanks.slice(blanks.lastIndexOf("\f") + 1);
}

/** Returns the offset after the byte order mark, or 0 without one. */
export function textStart(source: string): number {
  return source.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
}

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\\", "\\\\"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/** Escapes a character as Python literals and `repr()` do. */
export function escapeCharacter(character: string): string {
  const short = SHORT_ESCAPES.get(character);
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  const [letter, digits] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
  return `\\${letter}${code.toString(16).padStart(digits, "0")}`;
}
