/** JSON values as Python prints them: `str()`, `repr()` and `json.dumps()`. */

import type { Json } from "../core/json.ts";
import { escapeCharacter, pythonConstant } from "./literal.ts";

/**
 * Returns Python's `str()` of the value that `json.loads` makes of JSON.
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

function pythonRepr(value: Json): string {
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
 * Writes a value as Python does after reading it: `json.dumps(json.loads(text), ensure_ascii=False,
 * separators=(",", ":"))`. Lone surrogates are escaped.
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

/** Formats a float with the fewest digits that identify it, as CPython's `float.__repr__` does. */
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

/** Formats a string as `str.__repr__` does: in single quotes, unless double ones need no escapes. */
function stringRepr(value: string): string {
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
  const body = /^[ -~]*$/.test(value)
    ? value.replaceAll("\\", "\\\\")
    : value.replace(unprintable(), escapeCharacter);
  return quote + (quote === "'" ? body.replaceAll("'", "\\'") : body) + quote;
}

/**
 * Returns the pattern of backslashes and of characters for which `str.isprintable` is false. It is not a
 * constant, because loading Unicode tables takes milliseconds and most text needs none.
 */
function unprintable(): RegExp {
  return /[\\\p{Other}\p{Line_Separator}\p{Paragraph_Separator}]|(?! )\p{Space_Separator}/gu;
}
