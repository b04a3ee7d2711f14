/** The fields for a request's parameters and body. They keep what people typed. */
// deno-lint-ignore-file no-unused-vars -- page.js, which follows this script, calls its functions
"use strict";

/** The places of parameters, in the order of their fields. */
const PLACES = { path: "Path", query: "Query", header: "Headers" };

/** The types of parameters in a path: in words, with an example. */
const PATH_TYPES = {
  int: ["integer", "1"],
  float: ["number", "1.5"],
  uuid: ["UUID", "123e4567-e89b-12d3-a456-426614174000"],
};

/** Returns the parameters in a path such as `/carts/{id:int}`. */
function pathParameters(path) {
  return [...path.matchAll(/\{(\w+)(?::(\w+))?\}/g)].map(([part, name, type]) => {
    const [facts, example] = PATH_TYPES[type] ?? ["text", "example"];
    return { part, name, in: "path", isRequired: true, facts: `Required ${facts}`, example };
  });
}

/** Returns the body of a request as a parameter. */
function bodyParameter(text, accepts) {
  return { name: "Body", in: "body", isRequired: true, facts: accepts || "any JSON", example: text };
}

/**
 * Creates the fields of parameters, in groups by their place. That of a body is its own group.
 *
 * @param typed The texts that people typed, by the keys of fields. The fields keep it up to date.
 * @returns The groups, and the values in each place that a request sends.
 */
function fieldsOf(parameters, typed, changed) {
  const fields = parameters.map((parameter) => fieldOf(parameter, typed, changed));
  const itemsIn = (place) => fields.filter((each) => each.in === place).map(({ item }) => item);
  const groups = Object.entries(PLACES).flatMap(([place, title]) => {
    const items = itemsIn(place);
    if (items.length === 0) return [];
    const legend = element("legend", {}, title);
    return [element("fieldset", {}, legend, element("div", { className: "fields" }, ...items))];
  });
  const valuesIn = (place) =>
    fields.filter((each) => each.in === place)
      .flatMap((each) => sentValues(each).map((value) => ({ ...each, value })));
  return { groups: [...groups, ...itemsIn("body")], valuesIn };
}

/** Counts fields, so that each has an id. */
let fieldCount = 0;

function fieldOf(parameter, typed, changed) {
  const { name, isRequired, several = null, example } = parameter;
  const key = `${parameter.in} ${name}`;
  const first = isRequired ? example : "";
  const id = `field-${fieldCount++}`;
  const attributes = { id, "aria-describedby": `${id}-facts` };
  const isSent = parameter.in !== "header" || isSendable(name);
  const words = `${parameter.facts}${isSent ? "" : ", which pages cannot send: use curl"}`;
  const input = inputOf(parameter, typed.get(key) ?? first, attributes);
  input.addEventListener("input", () => {
    if (input.value === first) typed.delete(key);
    else typed.set(key, input.value);
    changed();
  });
  const facts = element("p", { id: `${id}-facts`, className: "quiet" }, words);
  const item = element(
    "div",
    { className: "field" },
    element("label", { attributes: { for: id } }, name),
    facts,
    input,
  );
  return { ...parameter, several, input, item };
}

/** Creates the input of a field: a choice between values, a box for several lines, or a line. */
function inputOf({ in: place, values = [], several = null }, value, attributes) {
  if (values.length > 0) {
    const options = ["", ...values].map((each) =>
      element("option", { value: each }, each === "" ? "(not sent)" : each)
    );
    const choice = element("select", { attributes }, ...options);
    choice.value = values.includes(value) ? value : "";
    return choice;
  }
  if (place !== "body" && several === null) {
    return element("input", { value, autocomplete: "off", spellcheck: false, attributes });
  }
  const rows = Math.min(12, value.split("\n").length + 1);
  return element("textarea", { value, rows, spellcheck: false, attributes });
}

/** Reports whether browsers let pages send a header. */
function isSendable(name) {
  return new Request(base, { headers: [[name, "1"]] }).headers.has(name);
}

/** Returns the values of a field that a request sends. */
function sentValues({ in: place, input, several }) {
  if (several === null) return input.value === "" && place !== "path" ? [] : [input.value];
  const lines = input.value.split("\n").filter((line) => line !== "");
  return several === "repeated" || lines.length === 0 ? lines : [lines.join(",")];
}
