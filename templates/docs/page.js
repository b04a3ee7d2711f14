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
  const entry = { item, text: JSON.stringify(endpoint), typed: old?.typed ?? null };
  const fill = () => {
    if (item.open && item.childElementCount === 1) item.append(content(endpoint, entry));
  };
  item.addEventListener("toggle", fill);
  item.open = old?.item.open ?? false;
  fill();
  return entry;
}

function content({ method, path, parameters = [], accepts, body, response }, entry) {
  const where = `${method} ${path}`;
  const fields = [...path.matchAll(/\{(\w+)(?::(\w+))?\}/g)].map(([part, name, type]) =>
    field(part, name, EXAMPLES[type] ?? "example")
  );
  const others = parameters.map((parameter) => ({
    ...parameter,
    ...field("", `${parameter.name} (${parameter.in})`, parameter.value),
  }));
  const sent = body === null ? null : element("textarea", {
    value: entry.typed ?? body,
    rows: Math.min(12, (entry.typed ?? body).split("\n").length + 1),
    spellcheck: false,
  });
  const curl = element("code");
  const answer = element("div", { className: "answer", attributes: { "aria-live": "polite" } });
  const request = () => {
    const filled = fields.reduce(
      (text, { part, input }) => text.replace(part, encodeURIComponent(input.value)),
      path,
    );
    const values = (place) =>
      others.filter((each) => each.in === place && each.input.value !== "").flatMap((each) =>
        (each.isList ? each.input.value.split(",") : [each.input.value])
          .map((value) => [each.name, value])
      );
    const query = new URLSearchParams(values("query")).toString();
    return {
      method,
      url: base + filled + (query === "" ? "" : `?${query}`),
      headers: values("header"),
      body: sent?.value ?? null,
    };
  };
  const changed = () => {
    if (sent !== null) entry.typed = sent.value === body ? null : sent.value;
    curl.textContent = curlLine(request());
  };
  const inputs = [...fields, ...others].map(({ input }) => input);
  for (const input of [...inputs, ...(sent === null ? [] : [sent])]) {
    input.addEventListener("input", changed);
  }
  changed();
  const form = element(
    "form",
    { attributes: { "aria-label": where } },
    ...[...fields, ...others].map(({ label }) => label),
    ...(sent === null ? [] : [element(
      "label",
      {},
      "Body",
      ...(accepts === "" ? [] : [element("span", { className: "quiet" }, ` ${accepts}`)]),
      sent,
    )]),
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
  return element("div", { className: "content" }, form, ...example);
}

const EXAMPLES = { int: "1", float: "1.5", uuid: "123e4567-e89b-12d3-a456-426614174000" };

function field(part, name, value) {
  const input = element("input", { value, autocomplete: "off" });
  return { part, input, label: element("label", {}, name, input) };
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
  if (body !== null && body !== "") {
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
    const hasBody = body !== null && body !== "";
    const response = await fetch(url, {
      method,
      redirect: "manual",
      headers: [...headers, ...(hasBody ? [["Content-Type", "application/json"]] : [])],
      ...(hasBody && { body }),
    });
    const text = await response.text();
    const ms = (performance.now() - start).toFixed(1);
    const status = response.type === "opaqueredirect" ? "a redirect" : response.status;
    const head = element("p", {}, element("strong", {}, String(status)), ` in ${ms} ms`);
    answer.replaceChildren(
      head,
      ...(text === "" ? [] : [box("Answer", element("code", {}, text))]),
    );
  } catch {
    answer.replaceChildren(element("p", {}, "No answer: the server is not running."));
  }
}
