/** Reads the statements of a logical line, with their comments. */

import {
  afterLineBreak,
  BACKSLASH,
  HASH,
  isBlank,
  isLineBreak,
  nextPhysicalLine,
  physicalLineEnd,
  skipBlanks,
} from "../characters.ts";
import { depthChange, isOperator, readToken, type Token } from "../expression.ts";
import type { LogicalLine } from "../logical_line.ts";

/** A simple statement, or the header of a compound one up to its colon. */
export interface Statement {
  readonly tokens: readonly Token[];
  /** The comments in the statement and at the end of its line, in the layout of formatters. */
  readonly comments: readonly string[];
  readonly isHeader: boolean;
}

/** A statement that is being read. */
interface OpenStatement extends Statement {
  readonly tokens: Token[];
  readonly comments: string[];
}

/**
 * Reads the statements of a logical line.
 *
 * @param isCompound Whether the line starts with the header of a compound statement. The other statements on
 * the line are its body.
 */
export function lineStatements(
  source: string,
  line: LogicalLine,
  isCompound: boolean,
): readonly Statement[] {
  let statement: OpenStatement = { tokens: [], comments: [], isHeader: isCompound };
  const statements = [statement];
  let isEnded = false;
  let depth = 0;
  for (let offset = line.start; offset < line.next;) {
    const code = source.charCodeAt(offset);
    // A backslash at the end of the source continues nothing, so it stays and makes the code
    // invalid.
    const isContinued = code === BACKSLASH && afterLineBreak(source, offset + 1) < source.length;
    if (isBlank(code) || isLineBreak(code) || isContinued) {
      offset++;
      continue;
    }
    if (code === HASH) {
      const end = physicalLineEnd(source, offset);
      statement.comments.push(normalComment(source.slice(offset, end)));
      offset = end;
      continue;
    }
    const token = readToken(source, offset);
    if (isEnded || (statement.isHeader && offset >= line.body)) {
      statement = { tokens: [], comments: [], isHeader: false };
      statements.push(statement);
    }
    // A semicolon without a statement before it stays, and makes the code invalid.
    isEnded = depth === 0 && statement.tokens.length > 0 && isOperator(token, ";");
    if (!isEnded) addToken(statement.tokens, token);
    depth += depthChange(token);
    offset = token.end;
  }
  return statements;
}

/** Adds a token. Three dots become one token. */
function addToken(tokens: Token[], token: Token): void {
  tokens.push(token);
  if (token.text !== ".") return;
  const count = tokens.length;
  const [first, second] = [tokens[count - 3], tokens[count - 2]];
  if (!isOperator(first, ".") || !isOperator(second, ".") || first?.start !== token.start - 2) {
    return;
  }
  tokens.length = count - 3;
  tokens.push({ kind: "operator", text: "...", start: first.start, end: token.end });
}

/** Lists the comments between two logical lines, in the layout of formatters. */
export function commentsBetween(source: string, from: number, to: number): string[] {
  const comments: string[] = [];
  for (let offset = from; offset < to; offset = nextPhysicalLine(source, offset)) {
    const start = skipBlanks(source, offset);
    if (source.charCodeAt(start) !== HASH) continue;
    comments.push(normalComment(source.slice(start, physicalLineEnd(source, start))));
  }
  return comments;
}

/** Returns a comment with a space after `#`, where formatters put one, and without white space at its end. */
function normalComment(comment: string): string {
  const text = comment.slice(1).trimEnd();
  return NEEDS_SPACE.test(text) ? `# ${text}` : `#${text}`;
}

const NEEDS_SPACE = /^[^ !:#']/;
