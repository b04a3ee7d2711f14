/** The code that documents the errors of an endpoint. */

import type { JsonObject } from "../../core/json.ts";
import { text } from "../../core/json_nodes.ts";
import { IMPORTED } from "../../project/layout/import_name.ts";
import { columns, flat, layout, LINE_WIDTH } from "../../python/layout.ts";
import { literalCode } from "../../python/literal.ts";
import type { DocumentedError } from "../../spec/errors.ts";

/** Returns the decorator that documents errors, with its line break. */
export function errorsDecorator(errors: JsonObject): string {
  const literal = literalCode(errors, (status) => status);
  return `${layout({ head: `@${IMPORTED.errors.name}(`, parts: [literal], tail: ")" })}\n`;
}

/**
 * Returns the line of a comment about an error, which shows how a service raises it.
 */
export function raisedLine({ status, description, mock }: DocumentedError): string {
  const line = (argument: string) =>
    `An error: ${
      mock === null
        ? raised(status, argument)
        : `abort(make_response(jsonify(${argument}), ${status}))`
    }`;
  const whole = line(flat(literalCode(mock ?? text(description ?? ""))));
  return COMMENT.length + columns(whole) <= LINE_WIDTH ? whole : line("...");
}

/** Returns a statement that raises an error with problem details. */
function raised(status: number, description: string): string {
  if (FIRST_IS_OTHER.has(status)) return `abort(${status}, description=${description})`;
  return RAISED.has(status)
    ? `abort(${status}, ${description})`
    : `error = HTTPException(${description}); error.code = ${status}; raise error`;
}

/** The statuses whose exceptions take something else before the description: methods, and a length. */
const FIRST_IS_OTHER: ReadonlySet<number> = new Set([405, 416]);

/** The statuses that Flask's `abort()` knows without a response, in Flask 2.2 and later. */
const RAISED: ReadonlySet<number> = new Set(
  ("400 401 403 404 405 406 408 409 410 411 412 413 414 415 416 417 418 422 423 424 428 429 431 451 " +
    "500 501 502 503 504 505").split(" ").map(Number),
);

const COMMENT = "        # ";
