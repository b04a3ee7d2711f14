/** Formats JSON values like Python's `str()`, `repr()` and `json.dumps()`. */

import type { Json } from "../core/json.ts";
import { escapeCharacter } from "./characters.ts";
import { pythonConstant } from "./literal.ts";

/**
 * Formats a JSON value like Python's `str()` after `json.loads`.
 *
 * @param value A value without repeated keys.
 *
 * @example
 * ```ts
 * import { parseJson } from "../core/json.ts";
 * import { pythonStr } from "./repr.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(pythonStr(parseJson(`{"it's": [null, 1.0, 1E5]}`)), `{"it's": [None, 1.0, 100000.0]}`);
 * equal(pythonStr(parseJson('"text"')), "text");
 * ```
 */
export function pythonStr(value: Json): string {
  return value.kind === "string" ? value.value : pythonRepr(value);
}

/** Formats a value like `repr(json.loads(text))` in Python. */
export function pythonRepr(value: Json): string {
  switch (value.kind) {
    case "null":
    case "boolean":
      return pythonConstant(value);
    case "number":
      return numberRepr(value.text);
    case "string":
      return stringRepr(value.value);
    case "array":
      return `[${value.items.map(pythonRepr).join(", ")}]`;
    case "object": {
      const members = value.members.map((each) =>
        `${stringRepr(each.key)}: ${pythonRepr(each.value)}`
      );
      return `{${members.join(", ")}}`;
    }
  }
}

/**
 * Formats a value like `json.dumps(json.loads(text), ensure_ascii=False, separators=(",", ":"))` in
 * Python, except that lone surrogates are escaped.
 *
 * @param value A value without repeated keys.
 *
 * @example
 * ```ts
 * import { parseJson } from "../core/json.ts";
 * import { pythonJson } from "./repr.ts";
 * import { equal } from "node:assert/strict";
 *
 * equal(pythonJson(parseJson('{"a": [1E5, -0, "\\u00e9"]}')), '{"a":[100000.0,0,"é"]}');
 * ```
 */
export function pythonJson(value: Json): string {
  switch (value.kind) {
    case "null":
      return "null";
    case "boolean":
      return String(value.value);
    case "number":
      return numberRepr(value.text);
    case "string":
      return JSON.stringify(value.value);
    case "array":
      return `[${value.items.map(pythonJson).join(",")}]`;
    case "object": {
      const members = value.members.map((each) =>
        `${JSON.stringify(each.key)}:${pythonJson(each.value)}`
      );
      return `{${members.join(",")}}`;
    }
  }
}

function numberRepr(text: string): string {
  if (/[.eE]/.test(text)) return floatRepr(Number(text));
  return text === "-0" ? "0" : text;
}

/** Formats a float like CPython's `float.__repr__`, with the fewest digits that identify it. */
function floatRepr(value: number): string {
  if (value === 0) return Object.is(value, -0) ? "-0.0" : "0.0";
  const [mantissa = "", power = ""] = Math.abs(value).toExponential().split("e");
  const sign = value < 0 ? "-" : "";
  const exponent = Number(power);
  if (exponent < -4 || exponent >= 16) {
    const size = String(Math.abs(exponent)).padStart(2, "0");
    return `${sign}${mantissa}e${exponent < 0 ? "-" : "+"}${size}`;
  }
  const digits = mantissa.replace(".", "");
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  return `${sign}${whole}.${digits.slice(exponent + 1) || "0"}`;
}

/**
 * Formats a string like `str.__repr__`: in double quotes if it has single but no double quotes,
 * otherwise in single quotes.
 */
function stringRepr(value: string): string {
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
  const body = /^[ -~]*$/.test(value)
    ? value.replaceAll("\\", "\\\\")
    : value.replace(unprintable(), escapeCharacter);
  return quote + (quote === "'" ? body.replaceAll("'", "\\'") : body) + quote;
}

/**
 * Returns the pattern of backslashes and of characters for which `str.isprintable` is false. The
 * pattern is not a constant, because it loads Unicode tables, which takes milliseconds, and most
 * text is ASCII.
 */
function unprintable(): RegExp {
  return /[\\\p{Other}\p{Line_Separator}\p{Paragraph_Separator}]|(?! )\p{Space_Separator}/gu;
}
