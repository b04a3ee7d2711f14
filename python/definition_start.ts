/** Lines that can only be the start of a definition, whatever is before them. */

const DEFINITION_START = /[ \t\f]*(?:(?:async[ \t\f]+)?def|class)[ \t\f\\]/y;

/**
 * Whether the physical line at `offset` starts a definition. Inside brackets that cannot be: its words
 * are reserved, so an open bracket before it was never closed.
 */
export function startsDefinition(source: string, offset: number): boolean {
  DEFINITION_START.lastIndex = offset;
  return DEFINITION_START.test(source);
}
