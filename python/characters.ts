/** The characters that shape Python source, by their UTF-16 code. */

export const TAB = 9;
export const LINE_FEED = 10;
export const FORM_FEED = 12;
export const CARRIAGE_RETURN = 13;
export const SPACE = 32;
export const DOUBLE_QUOTE = 34;
export const HASH = 35;
export const SINGLE_QUOTE = 39;
export const OPEN_PARENTHESIS = 40;
export const CLOSE_PARENTHESIS = 41;
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

/** Whether a name can start with the character; all but ASCII counts as a letter. */
export function isNameStart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code >= 128;
}

/** Whether a name can continue with the character. */
export function isNamePart(code: number): boolean {
  return isNameStart(code) || isDigit(code);
}

/** Whether the character is an ASCII digit. */
export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Whether the character is `"` or `'`. */
export function isQuote(code: number): boolean {
  return code === DOUBLE_QUOTE || code === SINGLE_QUOTE;
}

/** Whether the character ends a line or starts the pair that does. */
export function isLineBreak(code: number): boolean {
  return code === LINE_FEED || code === CARRIAGE_RETURN;
}

/** Whether the character is white space that ends no line. */
export function isBlank(code: number): boolean {
  return code === SPACE || code === TAB || code === FORM_FEED;
}

const LINE_REST = /[^\r\n]+/y;

/** The offset of the line break that ends the line of `offset`, or of the source's end. */
export function physicalLineEnd(source: string, offset: number): number {
  return skipMatch(LINE_REST, source, offset);
}

/**
 * The offset after what a pattern matches at an offset. The engine's loop over many characters beats
 * one in a program that has just started.
 *
 * @param pattern A sticky pattern.
 * @returns `offset` itself if it does not match there.
 */
export function skipMatch(pattern: RegExp, source: string, offset: number): number {
  pattern.lastIndex = offset;
  return pattern.test(source) ? pattern.lastIndex : offset;
}

const NAME_PARTS = /[\w\u0080-\uffff]+/y;

/** The offset after the name that starts at `offset`. */
export function nameEnd(source: string, offset: number): number {
  return skipMatch(NAME_PARTS, source, offset);
}

/** The offset after the line break at `offset`; `\r\n` is one. */
export function afterLineBreak(source: string, offset: number): number {
  const isPair = source.charCodeAt(offset) === CARRIAGE_RETURN &&
    source.charCodeAt(offset + 1) === LINE_FEED;
  return offset + (isPair ? 2 : 1);
}

/** The offset of the next physical line, or of the source's end. */
export function nextPhysicalLine(source: string, offset: number): number {
  const end = physicalLineEnd(source, offset);
  return end < source.length ? afterLineBreak(source, end) : end;
}

const BLANKS = /[ \t\f]+/y;

/** The offset of the first character from `offset` on that is not blank; it may be a line break. */
export function skipBlanks(source: string, offset: number): number {
  return skipMatch(BLANKS, source, offset);
}

/**
 * The indentation of the physical line that starts at an offset: what follows its last form feed, which
 * takes Python back to the first column.
 */
export function indentationOf(source: string, lineStart: number): string {
  const blanks = source.slice(lineStart, skipBlanks(source, lineStart));
  return blanks.slice(blanks.lastIndexOf("\f") + 1);
}

/** Where the text of a source starts: after its byte order mark, if it has one. */
export function textStart(source: string): number {
  return source.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
}
