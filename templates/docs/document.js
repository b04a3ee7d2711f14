
/** Maximum number of endpoints on the page. */
const MAX_SHOWN = 1000;

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
  const example = exampleText(contentOf(response));
  return {
    method: method.toUpperCase(),
    path: path.replace(/\{(\w+)\}/g, (_, name) => `{${name}${inPath.get(name) ?? ""}}`),
    status,
    parameters: parameters.filter((each) => ["query", "header"].includes(each.in)).map(sentValue),
    accepts: sent === null || sent.schema?.properties === undefined ? "" : described(sent.schema),
    body: sent === null ? null : exampleText(sent),
    response: example.length > MAX_EXAMPLE_LENGTH
      ? `${example.slice(0, MAX_EXAMPLE_LENGTH)}...`
      : example,
  };
}

function typeInPath({ name, schema = {} }) {
  const { type, format } = schema;
  const types = { integer: ":int", number: ":float" };
  return [name, format === "uuid" ? ":uuid" : types[type] ?? ""];
}

function sentValue({ name, in: place, schema = {}, example = schema.default ?? "" }) {
  return { name, in: place, value: String(example), isList: schema.type === "array" };
}

function contentOf({ content = {} }) {
  return content["application/json"] ?? {};
}

function exampleText({ example }) {
  return example === undefined ? "" : JSON.stringify(example, null, 2);
}

/** Describes the members of a body, such as `name string, note? string`. */
function described({ properties, required = [] }) {
  return Object.entries(properties).map(([name, { type }]) =>
    `${name}${required.includes(name) ? "" : "?"} ${type === undefined ? "any" : [type].flat().join(" or ")}`
  ).join(", ");
}

async function load() {
  try {
    const response = await fetch(`${base}/-/openapi.json`);
    const api = await response.json();
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
