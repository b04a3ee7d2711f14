
/** Maximum number of endpoints on the page. */
const MAX_SHOWN = 1000;

/** Maximum length of a description, in characters. */
const MAX_DESCRIPTION = 200;

/** Maximum length of an example on the page, in characters. */
const MAX_EXAMPLE_LENGTH = 10000;

/** Returns the endpoints of an OpenAPI document. */
function documentedEndpoints({ paths }) {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => documented(method, path, operation))
  );
}

function documented(method, path, { parameters = [], requestBody, responses }) {
  const inPath = new Map(parameters.filter((each) => each.in === "path").map(typeInPath));
  const [status, response] = Object.entries(responses).find(([code]) => /^2|default/.test(code)) ??
    ["", {}];
  const sent = requestBody === undefined ? null : contentOf(requestBody);
  return {
    method: method.toUpperCase(),
    path: path.replace(/\{(\w+)\}/g, (_, name) => `{${name}${inPath.get(name) ?? ""}}`),
    status,
    parameters: parameters.filter((each) => ["query", "header"].includes(each.in))
      .map(documentedParameter),
    accepts: sent === null ? "" : acceptedBody(sent.schema),
    body: sent === null ? null : exampleText(sent) || "{}",
    response: beginningOf(exampleText(contentOf(response))),
    // Every app has the errors among the components.
    errors: Object.entries(responses)
      .filter(([code, { $ref }]) => /^[45]/.test(code) && $ref === undefined)
      .map(([code, error]) => ({
        status: code,
        description: error.description === `Error ${code}` ? "" : error.description,
        body: beginningOf(exampleText(contentOf(error))),
      })),
  };
}

function typeInPath({ name, schema = {} }) {
  const { type, format } = schema;
  const types = { integer: ":int", number: ":float" };
  return [name, format === "uuid" ? ":uuid" : types[type] ?? ""];
}

function documentedParameter({ name, in: place, required = false, explode, schema = {}, example }) {
  const isList = schema.type === "array";
  const values = isList ? [] : valuesOf(schema);
  const shown = example === undefined ? "" : [example].flat().map(valueText).join("\n");
  const isShown = !required && values.length === 0 && shown !== "" && schema.default === undefined;
  const words = [
    `${required ? "Required" : "Optional"} ${typeWords(schema)}`,
    ...notes(schema),
    ...(isList ? ["one per line"] : []),
    ...(isShown ? [`such as ${shown.split("\n").join(", ")}`] : []),
  ];
  return {
    name,
    in: place,
    isRequired: required,
    facts: words.map(cut).join(", "),
    values,
    several: !isList ? null : place === "header" || explode === false ? "joined" : "repeated",
    example: shown,
  };
}

function valuesOf({ type, enum: values = [] }) {
  return type === "boolean" ? ["true", "false"] : values.map(valueText);
}

/** Returns the text of a value in a request. */
function valueText(value) {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function contentOf({ content = {} }) {
  return content["application/json"] ?? {};
}

function exampleText({ example }) {
  return example === undefined ? "" : JSON.stringify(example, null, 2);
}

function beginningOf(text) {
  return text.length > MAX_EXAMPLE_LENGTH ? `${text.slice(0, MAX_EXAMPLE_LENGTH)}...` : text;
}

/** Describes a body, such as `name text, note? text (up to 20 characters)`; empty for any JSON. */
function acceptedBody(schema = {}) {
  if (Object.keys(schema).length === 0) return "";
  return cut(schema.properties === undefined ? typeWords(schema) : memberWords(schema));
}

function memberWords({ properties, required = [], additionalProperties }) {
  const members = Object.entries(properties).map(([name, schema]) => {
    const written = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    const found = notes(schema);
    const note = found.length === 0 ? "" : ` (${found.join("; ")})`;
    return `${written}${required.includes(name) ? "" : "?"} ${typeWords(schema)}${note}`;
  });
  return (additionalProperties === false ? members : [...members, "..."]).join(", ");
}

/** Describes a type in the words of specs. */
function typeWords(schema) {
  const { type, enum: values, anyOf, items = {}, properties } = schema;
  if (values !== undefined) return values.map((each) => JSON.stringify(each)).join(" or ");
  if (anyOf !== undefined) return anyOf.map(typeWords).join(" or ");
  if (properties !== undefined) return `{${memberWords(schema)}}`;
  if (type === "array") {
    const words = typeWords(items);
    return words === "anything" ? "array" : `array of ${words}`;
  }
  return type === "string" ? "text" : type ?? "anything";
}

/** Describes the format, the limits and the default of a value, such as `1 to 100`. */
function notes(schema) {
  const { default: fallback } = schema;
  const limits = limitsOf(schema);
  return fallback === undefined ? limits : [...limits, `${defaultText(fallback)} by default`];
}

function defaultText(value) {
  return Array.isArray(value)
    ? `[${value.map((each) => JSON.stringify(each)).join(", ")}]`
    : JSON.stringify(value);
}

function limitsOf({ type, items = {}, format, minLength, maxLength, minimum, maximum }) {
  if (type === "array") return limitsOf(items);
  if (type !== "string") return range(minimum, maximum);
  const lengths = range(minLength, maxLength).map((each) => `${each} characters`);
  return format === undefined ? lengths : [format, ...lengths];
}

function range(from, to) {
  const [low, high] = [from, to].map((each) => each === undefined ? null : valueText(each));
  if (low === null) return high === null ? [] : [`up to ${high}`];
  return [high === null ? `from ${low}` : `${low} to ${high}`];
}

function cut(words) {
  return words.length > MAX_DESCRIPTION ? `${words.slice(0, MAX_DESCRIPTION)}...` : words;
}

/** Parses JSON, and keeps the text of numbers if the browser can, so that 1.0 stays 1.0. */
function parsed(text) {
  return JSON.parse(
    text,
    (_, value, context) =>
      typeof value === "number" && context?.source !== undefined && JSON.rawJSON !== undefined
        ? JSON.rawJSON(context.source)
        : value,
  );
}

async function load() {
  try {
    const response = await fetch(`${base}/-/openapi.json`);
    const api = parsed(await response.text());
    const endpoints = documentedEndpoints(api);
    show({
      title: api.info.title,
      name: api.info.title,
      note: "",
      count: endpoints.length,
      endpoints: endpoints.slice(0, MAX_SHOWN),
    });
  } catch {
    say("The OpenAPI document cannot be read.");
  }
}

void load();
