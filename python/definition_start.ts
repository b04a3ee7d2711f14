/** Recognizes lines that start a definition, even after an unclosed bracket. */

const DEFINITION_START = /[ \t\f]*(?:(?:async[ \t\f]+)?def|class)[ \t\f\\]/y;

/**
 * Reports whether the physical line at `offset` starts a definition. The keywords are invalid inside
 * brackets, so an open bracket before such a line was never closed.
 */
export function startsDefinition(source: string, offset: number): boolean {
  DEFINITION_START.lastIndex = offset;
  return DEFINITION_START.test(source);
}
