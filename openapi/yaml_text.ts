/** JSON values as YAML. Loaded late, because the library for it is large. */

import { Document, Pair, Scalar, YAMLMap, YAMLSeq } from "yaml";
import { type Json, stringifyJson } from "../core/json.ts";
import { MAX_INDENTED } from "../core/json_layout.ts";

/** JSON text, which is also YAML. Its numbers keep their digits. */
class JsonText {
  readonly text: string;

  constructor(json: string) {
    this.text = json.replace(UNSAFE, escaped);
  }
}

/**
 * Matches characters that YAML must escape, those that only YAML 1.1 takes for line breaks, and
 * lone surrogates, which no file can contain.
 */
const UNSAFE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff\p{Surrogate}]/gu;

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Writes a string. The library quotes it if necessary, but does not escape all characters. */
function textNode(text: string): Scalar {
  return new Scalar(text.search(UNSAFE) === -1 ? text : new JsonText(JSON.stringify(text)));
}

/** Returns the YAML of a value. Parsers of YAML 1.1 and 1.2 read the same strings from it. */
export function yamlText(value: Json): string {
  const document = new Document(null, {
    compat: "yaml-1.1",
    aliasDuplicateObjects: false,
    customTags: [{
      tag: "tag:yaml.org,2002:float",
      default: true,
      identify: (found) => found instanceof JsonText,
      resolve: (text: string) => text,
      stringify: ({ value: found }) => found instanceof JsonText ? found.text : String(found),
    }],
  });
  document.contents = yamlNode(value, 0);
  return document.toString({ lineWidth: 0 });
}

/**
 * Reports whether YAML 1.1 also reads the text of a number as a number. In YAML 1.1, exponents need a
 * point and a sign.
 */
function isNumberEverywhere(text: string): boolean {
  return !/[eE]/.test(text) || /\.[0-9]+[eE][-+]/.test(text);
}

function yamlNode(value: Json, depth: number): Scalar | YAMLMap | YAMLSeq {
  if (depth === MAX_INDENTED) return new Scalar(new JsonText(stringifyJson(value, 0)));
  switch (value.kind) {
    case "null":
      return new Scalar(null);
    case "boolean":
      return new Scalar(value.value);
    case "string":
      return textNode(value.value);
    case "number":
      return new Scalar(
        new JsonText(isNumberEverywhere(value.text) ? value.text : `!!float ${value.text}`),
      );
    case "array": {
      const items = new YAMLSeq();
      items.items = value.items.map((item) => yamlNode(item, depth + 1));
      return items;
    }
    case "object": {
      const map = new YAMLMap();
      map.items = value.members.map(({ key, value: inner }) =>
        new Pair(textNode(key), yamlNode(inner, depth + 1))
      );
      return map;
    }
  }
}
