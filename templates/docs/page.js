/**
 * Shows the endpoints of an API, with a form to send a request. The script never inserts text from
 * specs, documents or responses as HTML. What calls `show` comes from `live.js` or `document.js`.
 */
"use strict";

/** The base URL of the API, without a trailing slash. */
const base = new URL("../..", document.currentScript.src).href.slice(0, -1);

const list = document.getElementById("endpoints");
const summary = document.getElementById("summary");

/** The shown endpoints, by method and path. */
let shown = new Map();

function element(name, properties = {}, ...children) {
  const { attributes = {}, ...others } = properties;
  const created = Object.assign(document.createElement(name), others);
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
  created.append(...children);
  return created;
}

function say(text) {
  if (summary.textContent !== text) summary.textContent = text;
}

/** Shows endpoints, and keeps what people opened and typed. */
// deno-lint-ignore no-unused-vars -- the script that follows this one calls it
function show(data) {
  document.title = data.title;
  document.getElementById("name").textContent = data.name;
  const { length } = data.endpoints;
  const more = length < data.count ? `, of which this page shows ${length}` : "";
  say(`${data.count} endpoint${data.count === 1 ? "" : "s"}${more}. ${data.note}`.trimEnd());
  const before = shown;
  shown = new Map(data.endpoints.map((endpoint) => {
    const key = `${endpoint.method} ${endpoint.path}`;
    const old = before.get(key);
    return [key, old?.text === JSON.stringify(endpoint) ? old : open(endpoint, old)];
  }));
  list.replaceChildren(...[...shown.values()].map(({ item }) => element("li", {}, item)));
}

/**
 * Creates the list item of an endpoint. Its content is created when the item is opened, because
 * there may be many items.
 */
function open(endpoint, old) {
  const item = element(
    "details",
    {},
    element(
      "summary",
      {},
      element("span", { className: `method ${endpoint.method.toLowerCase()}` }, endpoint.method),
      element("code", {}, endpoint.path),
      element("span", { className: "quiet" }, String(endpoint.status)),
    ),
  );
  const entry = { item, text: JSON.stringify(endpoint), typed: old?.typed ?? new Map() };
  const fill = () => {
    if (item.open && item.childElementCount === 1) item.append(content(endpoint, entry));
  };
  item.addEventListener("toggle", fill);
  item.open = old?.item.open ?? false;
  fill();
  return entry;
}

function content({ method, path, parameters, accepts, body, response, errors }, { typed }) {
  const where = `${method} ${path}`;
  const all = [
    ...pathParameters(path),
    ...parameters,
    ...(body === null ? [] : [bodyParameter(body, accepts)]),
  ];
  const curl = element("code");
  const changed = () => curl.textContent = curlLine(request());
  const { groups, valuesIn } = fieldsOf(all, typed, changed);
  const request = () => {
    const filled = valuesIn("path").reduce(
      (text, { part, value }) => text.replace(part, () => encodeURIComponent(value)),
      path,
    );
    const query = new URLSearchParams(valuesIn("query").map(({ name, value }) => [name, value]));
    return {
      method,
      url: base + filled + (query.size === 0 ? "" : `?${query}`),
      headers: valuesIn("header").map(({ name, value }) => [name, value]),
      body: valuesIn("body")[0]?.value ?? null,
    };
  };
  changed();
  const answer = element("div", { className: "answer", attributes: { "aria-live": "polite" } });
  const form = element(
    "form",
    { attributes: { "aria-label": where } },
    ...groups,
    element("p", {}, element("button", {}, "Send"), " ", copyButton(where, curl)),
    box(`curl command of ${where}`, curl),
    answer,
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void send(request(), answer);
  });
  const example = response === "" ? [] : [
    element("h2", {}, "Example response"),
    box(`Example response of ${where}`, element("code", {}, response)),
  ];
  return element("div", { className: "content" }, form, ...example, ...errorsOf(errors, where));
}

/** Shows the errors that an endpoint documents. */
function errorsOf(errors, where) {
  if (errors.length === 0) return [];
  const items = errors.map(({ status, description, body }) =>
    element(
      "li",
      {},
      element("strong", {}, String(status)),
      ` ${description}`,
      ...(body === "" ? [] : [box(`Error ${status} of ${where}`, element("code", {}, body))]),
    )
  );
  return [element("h2", {}, "Errors"), element("ul", { className: "errors" }, ...items)];
}

/** Creates a box of text that people can scroll with the keyboard. */
function box(label, code) {
  return element("pre", { tabIndex: 0, attributes: { role: "region", "aria-label": label } }, code);
}

function copyButton(where, code) {
  const label = `Copy curl command of ${where}`;
  const button = element("button", {
    type: "button",
    className: "plain",
    attributes: { "aria-label": label },
  }, "Copy curl");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Cannot copy";
    }
    setTimeout(() => button.textContent = "Copy curl", 2000);
  });
  return button;
}

function curlLine({ method, url, headers, body }) {
  const words = ["curl", "-i", ...(method === "GET" ? [] : ["-X", method])];
  for (const [name, value] of headers) words.push("-H", quoted(`${name}: ${value}`));
  if (body !== null) {
    words.push("-H", quoted("Content-Type: application/json"), "--data-raw", quoted(body));
  }
  return [...words, quoted(url)].join(" ");
}

/** Quotes a word for a POSIX shell. */
function quoted(word) {
  return /^[\w./:@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

async function send({ method, url, headers, body }, answer) {
  const start = performance.now();
  try {
    const response = await fetch(url, {
      method,
      redirect: "manual",
      headers: [
        ...headers.map(([name, value]) => [name, inBytes(value)]),
        ...(body === null ? [] : [["Content-Type", "application/json"]]),
      ],
      ...(body !== null && { body }),
    });
    const text = await response.text();
    const ms = (performance.now() - start).toFixed(1);
    const status = response.type === "opaqueredirect" ? "a redirect" : response.status;
    const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
    answer.replaceChildren(
      element("p", {}, element("strong", {}, String(status)), ` in ${ms} ms`),
      ...(lines === "" ? [] : [box("Headers of the answer", element("code", {}, lines))]),
      ...(text === "" ? [] : [box("Answer", element("code", {}, text))]),
    );
  } catch {
    answer.replaceChildren(element("p", {}, "No answer: the server is not running."));
  }
}

/** Returns the UTF-8 bytes of a text as characters, as fetch expects them in headers. */
function inBytes(text) {
  return String.fromCharCode(...new TextEncoder().encode(text));
}
