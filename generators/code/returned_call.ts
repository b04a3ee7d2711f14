/** The code around the call of a service in the value that a handler returns. */

import { bracketed, dottedName, isName, isOperator, type Token } from "../../python/expression.ts";
import { operandStart, unwrapped } from "../../python/operand.ts";

/** A parameter of a handler. */
export interface HandlerParameter {
  readonly name: string;
  /** The parameter with its annotation and default, on one line. */
  readonly text: string;
}

/** The facts by which calls to the service are recognized. */
export interface KnownService {
  readonly className: string;
  /** The expression with which the module reaches the service; `null` if there is none. */
  readonly expression: string | null;
  /** Names of the service's methods. */
  readonly methods: Pick<ReadonlySet<string>, "has">;
}

/** A returned call of the service, such as `jsonify(service().get()), 200`. */
export interface ReturnedCall {
  /** The expression whose method is called, such as `service()`. */
  readonly receiver: string;
  /** The code around the call; `null` if it is more than function calls and a status. */
  readonly wrapping: Wrapping | null;
}

/** The code around a call of the service. */
export interface Wrapping {
  /** The functions that take the result, outermost first, such as `make_response` and `jsonify`. */
  readonly functions: readonly string[];
  /** The code before the call, such as `jsonify(`. */
  readonly before: string;
  /** The code after the call, with {@linkcode STATUS} for the status, such as `), {status}`. */
  readonly after: string;
  /** The status as it is written, such as `200` or `HTTPStatus.OK`; `null` without one. */
  readonly status: string | null;
  /** Whether the status is outside of all calls, so that the handler returns a tuple. */
  readonly isTuple: boolean;
}

/** Stands for the status in {@linkcode Wrapping.after}. */
export const STATUS = "{status}";

/**
 * Reads a returned value.
 *
 * @param value The tokens after `return`.
 * @param parameters The handler's parameters, one of which may be the service.
 * @returns `null` if the value does not call the service.
 */
export function returnedCall(
  value: readonly Token[],
  service: KnownService,
  parameters: readonly HandlerParameter[],
): ReturnedCall | null {
  const tokens = withoutParentheses(value);
  const method = methodCalls(tokens, service)
    .find((index) => isService(receiverOf(tokens, index), service, parameters));
  if (method === undefined) return null;
  const start = operandStart(tokens, method - 1);
  const after = tokens.slice(bracketed(tokens, method + 1).next);
  return {
    receiver: receiverOf(tokens, method),
    wrapping: wrapping(tokens.slice(0, start), after),
  };
}

// Limits the time for a chain of calls, because each call in the chain reads the whole chain.
const MAX_CALLS = 20;

/** Returns the indices of method names in calls. Only names of the service's methods count. */
function methodCalls(tokens: readonly Token[], { methods }: KnownService): readonly number[] {
  const calls = tokens.keys().filter((index) =>
    methods.has(tokens[index]?.text ?? "") && isOperator(tokens[index - 1], ".") &&
    isOperator(tokens[index + 1], "(")
  );
  return [...calls.take(MAX_CALLS)];
}

/** Removes the parentheses around a whole expression. */
export function withoutParentheses(value: readonly Token[]): readonly Token[] {
  const inner = unwrapped(value);
  return inner === value ? value : inner.filter(isNoLastComma);
}

function isNoLastComma(token: Token, index: number, tokens: readonly Token[]): boolean {
  return index < tokens.length - 1 || !isOperator(token, ",");
}

function isService(
  receiver: string,
  { expression, className }: KnownService,
  parameters: readonly HandlerParameter[],
): boolean {
  if (receiver === expression?.replace(/\s/g, "")) return true;
  const parameter = parameters.find(({ name }) => name === receiver);
  return parameter !== undefined &&
    (/service/i.test(receiver) || parameter.text.includes(className));
}

function receiverOf(tokens: readonly Token[], method: number): string {
  return tokens.slice(operandStart(tokens, method - 1), method - 1).map(({ text }) => text).join(
    "",
  );
}

function wrapping(before: readonly Token[], after: readonly Token[]): Wrapping | null {
  const start = readStart(before);
  const end = start === null ? null : readEnd(after, start.functions.length);
  return start === null || end === null ? null : { ...start, ...end };
}

/** Reads the names of functions, each with its opening parenthesis. A `lambda:` may follow the last one. */
function readStart(tokens: readonly Token[]): Pick<Wrapping, "functions" | "before"> | null {
  const functions: string[] = [];
  let next = 0;
  while (next < tokens.length) {
    const isLambda = isName(tokens[next], "lambda") && isOperator(tokens[next + 1], ":");
    if (isLambda && next + 2 === tokens.length && functions.length > 0) {
      return { functions, before: `${functions.map((each) => `${each}(`).join("")}lambda: ` };
    }
    const dotted = dottedName(tokens, next);
    if (dotted === null || !isOperator(tokens[dotted.next], "(")) return null;
    if (!isFunction(dotted.text)) return null;
    functions.push(dotted.text);
    next = dotted.next + 1;
  }
  return { functions, before: functions.map((each) => `${each}(`).join("") };
}

/** Reports whether a name looks like a function, or like a class of responses. Other classes take data. */
function isFunction(name: string): boolean {
  return /Response$/.test(name) || !/(?:^|\.)[A-Z]/.test(name);
}

type End = Pick<Wrapping, "after" | "status" | "isTuple">;

/** Reads the closing parentheses of some calls, with further arguments and a status. */
function readEnd(tokens: readonly Token[], calls: number): End | null {
  const parts: string[] = [];
  let status: string | null = null;
  let isTuple = false;
  let depth = calls;
  let next = 0;
  while (next < tokens.length) {
    if (isOperator(tokens[next], ")") && depth > 0) {
      parts.push(")");
      depth--;
      next++;
      continue;
    }
    if (!isOperator(tokens[next], ",")) return null;
    next++;
    // A comma before a closing parenthesis is formatting.
    if (isOperator(tokens[next], ")") && depth > 0) continue;
    const argument = readArgument(tokens, next);
    if (argument === null) return null;
    const isStatus = status === null && argument.isStatus;
    if (depth === 0 && (!isStatus || argument.keyword !== "")) return null;
    parts.push(`, ${argument.keyword}${isStatus ? STATUS : argument.text}`);
    if (isStatus) {
      status = argument.text;
      isTuple = depth === 0;
    }
    next = argument.next;
  }
  return depth === 0 ? { after: parts.join(""), status, isTuple } : null;
}

const STATUS_KEYWORDS: ReadonlySet<string> = new Set(["status", "status_code", "code"]);

/** Reads an argument that is a constant or a dotted name. */
function readArgument(tokens: readonly Token[], from: number) {
  const isKeyword = tokens[from]?.kind === "name" && isOperator(tokens[from + 1], "=");
  const name = isKeyword ? tokens[from]?.text ?? "" : "";
  const start = isKeyword ? from + 2 : from;
  const first = tokens[start];
  if (first === undefined || first.kind === "operator") return null;
  const { text, next } = dottedName(tokens, start) ?? { text: first.text, next: start + 1 };
  const isNumber = /^[1-5]\d\d$/.test(text) || /(?:^|\.)HTTPStatus\.[A-Z]/.test(text);
  return {
    keyword: isKeyword ? `${name}=` : "",
    text,
    next,
    isStatus: isNumber && (!isKeyword || STATUS_KEYWORDS.has(name)),
  };
}
