import { deepEqual, equal, match, ok } from "node:assert/strict";
import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import {
  ARGS,
  BEARER,
  COMMAND,
  type Form,
  NAME,
  type Template,
  URL,
  VARIABLE,
} from "../../../setup/client.ts";
import { MANUAL_CLIENTS, WRITABLE_CLIENTS } from "../../../setup/clients/clients.ts";
import { type EntryForm, makeEntry } from "../../../setup/entry.ts";
import { resolvePath } from "../../../setup/detect.ts";
import { CONNECTIONS, goldenForms, goldenIds } from "./golden.ts";

const HOMES = { linux: "/home/ada", macos: "/Users/ada", windows: "C:\\Users\\ada" };
const PROJECTS = { linux: "/code/app", macos: "/code/app", windows: "D:\\code\\app" };

type Family = readonly [
  ids: readonly string[],
  container: readonly string[],
  entry: Readonly<Record<string, unknown>>,
];

const HEADERS = { Authorization: BEARER };

/** Agents that have the same form of entry for an HTTP server. */
const FAMILIES: readonly Family[] = [
  [
    ["cursor", "claude-desktop-local", "jetbrains-ai", "amazon-q", "trae", "lm-studio", "boltai"],
    ["mcpServers"],
    { url: URL, headers: HEADERS },
  ],
  [["qodo", "perplexity"], ["mcpServers"], { url: URL, headers: HEADERS }],
  [["kiro"], ["mcpServers"], { url: URL, headers: HEADERS, disabled: false }],
  [["windsurf"], ["mcpServers"], { serverUrl: URL, headers: HEADERS }],
  [["gemini-cli"], ["mcpServers"], { httpUrl: URL, headers: HEADERS }],
  [["qwen-code"], ["mcpServers"], {
    httpUrl: URL,
    headers: { ...HEADERS, Accept: "application/json, text/event-stream" },
  }],
  [["vscode", "vscode-insiders", "visual-studio"], ["servers"], {
    type: "http",
    url: URL,
    headers: HEADERS,
  }],
  [["copilot-cli", "claude-code"], ["mcpServers"], { type: "http", url: URL, headers: HEADERS }],
  [["crush"], ["mcp"], { type: "http", url: URL, headers: HEADERS }],
  [["cline", "cline-cli"], ["mcpServers"], {
    type: "streamableHttp",
    url: URL,
    headers: HEADERS,
  }],
  [["roo-code"], ["mcpServers"], { type: "streamable-http", url: URL, headers: HEADERS }],
  [["kilo-code"], ["mcpServers"], {
    type: "streamable-http",
    url: URL,
    headers: HEADERS,
    disabled: false,
  }],
  [["opencode", "kilo-cli", "kilo-code"], ["mcp"], {
    type: "remote",
    url: URL,
    enabled: true,
    headers: HEADERS,
  }],
  [["continue"], ["experimental", "modelContextProtocolServers"], {
    name: NAME,
    transport: { type: "http", url: URL, headers: HEADERS },
  }],
  [["zed"], ["context_servers"], { source: "custom", url: URL, headers: HEADERS }],
  [["warp"], ["mcpServers"], { url: URL, headers: HEADERS, start_on_launch: true }],
  [["augment"], ["augment.advanced", "mcpServers"], { name: NAME, url: URL, headers: HEADERS }],
  [["codex"], ["mcp_servers"], { url: URL, http_headers: HEADERS }],
];

function shapesOf(id: string): Pick<Form, "container" | "entry">[] {
  const manual = MANUAL_CLIENTS.find((client) => client.id === id)?.paste;
  const forms = WRITABLE_CLIENTS.find((client) => client.id === id)?.forms ?? [];
  return [...forms, ...manual === undefined ? [] : [manual]];
}

for (const [ids, container, entry] of FAMILIES) {
  for (const id of ids) {
    Deno.test(`${id} has its HTTP entry below ${container.join(" > ")}`, () => {
      const shapes = shapesOf(id).map(({ container, entry }) => ({ container, entry }));
      ok(
        shapes.some((shape) => JSON.stringify(shape) === JSON.stringify({ container, entry })),
        JSON.stringify(shapes),
      );
    });
  }
}

Deno.test("three agents keep their servers in a list", () => {
  const lists = WRITABLE_CLIENTS.filter(({ forms }) => forms.some(({ kind }) => kind === "list"));
  deepEqual(lists.map(({ id }) => id), ["mistral-vibe", "augment", "continue"]);
});

Deno.test("WRITABLE_CLIENTS and MANUAL_CLIENTS have unique ids", () => {
  const ids = [...WRITABLE_CLIENTS, ...MANUAL_CLIENTS].map(({ id }) => id);
  deepEqual([...new Set(ids)], ids);
  for (const id of ids) match(id, /^[a-z][a-z0-9-]*$/);
  ok(WRITABLE_CLIENTS.length >= 40, `${WRITABLE_CLIENTS.length}`);
});

Deno.test("each client has a name, sources, and forms or steps", () => {
  for (const { id, name, sources, forms, restart } of WRITABLE_CLIENTS) {
    ok(name !== "" && sources.length > 0 && forms.length > 0, id);
    ok(forms.some(({ retired }) => retired === undefined), id);
    ok(restart === undefined || /^[A-Z].*[^.]$/.test(restart), id);
  }
  for (const { id, name, sources, steps } of MANUAL_CLIENTS) {
    ok(name !== "" && sources.length > 0 && steps.length > 0, id);
    for (const step of steps) match(step, /^[A-Z].*[^.]$/, id);
  }
});

Deno.test("templates have their placeholders, and a name in lists", () => {
  for (const { id, forms } of WRITABLE_CLIENTS) {
    for (const form of forms) {
      const { kind, entry, entryFromEnv, stdio, reference } = form;
      for (const template of [entry, entryFromEnv, stdio]) {
        if (kind === "list" && template !== undefined) equal(template["name"], NAME, id);
      }
      if (entry !== undefined) deepEqual(placeholders(entry, [URL, BEARER]), [URL, BEARER], id);
      if (stdio !== undefined) deepEqual(placeholders(stdio, [COMMAND, ARGS]), [COMMAND, ARGS], id);
      if (entryFromEnv !== undefined) {
        deepEqual(placeholders(entryFromEnv, [URL, VARIABLE]), [URL, VARIABLE], id);
      }
      if (reference !== undefined) match(reference, /^[^N]*NAME[^N]*$/, id);
    }
  }
});

function placeholders(template: Template, wanted: readonly string[]): string[] {
  const text = JSON.stringify(template);
  return wanted.filter((each) => text.includes(`"${each}"`));
}

Deno.test("makeEntry() leaves no placeholder, and no key that comes from the environment", () => {
  const all: [string, EntryForm][] = [
    ...WRITABLE_CLIENTS.flatMap(({ id, forms }) => forms.map((form): [string, Form] => [id, form])),
    ...MANUAL_CLIENTS.flatMap(({ id, paste }): [string, EntryForm][] => paste ? [[id, paste]] : []),
  ];
  for (const [id, form] of all) {
    for (const connection of Object.values(CONNECTIONS)) {
      const text = JSON.stringify(makeEntry(form, "layerwright", connection));
      ok(!text.includes("{{"), `${id}: ${text}`);
      ok(connection.kind === "key" || !text.includes("lw_"), `${id}: ${text}`);
    }
  }
});

Deno.test("commands have one placeholder for the key, and a scope of the client", () => {
  for (const { id, forms, commands = {} } of WRITABLE_CLIENTS) {
    for (const [scope, words] of Object.entries(commands)) {
      ok(forms.some((form) => form.scope === scope), `${id} ${scope}`);
      ok(words.includes(NAME) && words.includes(URL), `${id} ${scope}`);
      const secrets = words.filter((word) => word.includes(BEARER) || word === VARIABLE);
      equal(secrets.length, 1, `${id} ${scope}`);
    }
  }
});

Deno.test("each writable client has a golden", () => {
  deepEqual(goldenIds(), WRITABLE_CLIENTS.map(({ id }) => id).sort());
});

for (const { id, forms } of WRITABLE_CLIENTS) {
  const goldens = goldenForms(id);

  Deno.test(`${id} has the paths of its golden`, () => {
    equal(forms.length, goldens.length);
    forms.forEach(({ scope, paths }, index) => {
      for (const system of ["linux", "macos", "windows"] as const) {
        const golden = goldens[index]?.paths.find(({ systems }) => systems.includes(system));
        const variable = system === "windows" ? "USERPROFILE" : "HOME";
        const env = (name: string) => name === variable ? HOMES[system] : undefined;
        const project = PROJECTS[system];
        const expected = golden === undefined
          ? null
          : golden.scope === "user"
          ? golden.path.replace("~", () => HOMES[system])
          : system === "windows"
          ? `${project}\\${golden.path.replaceAll("/", "\\")}`
          : `${project}/${golden.path}`;
        equal(resolvePath(paths, { system, env, project }), expected, `${index + 1} ${system}`);
        if (golden !== undefined) equal(scope, golden.scope);
      }
    });
  });

  Deno.test(`${id} has the entries of its golden`, () => {
    forms.forEach((form, index) => {
      const golden = goldens[index];
      ok(golden !== undefined);
      const entry = (kind: keyof typeof CONNECTIONS) =>
        makeEntry(form, "layerwright", CONNECTIONS[kind]);
      const parsed = (text: string | undefined) => text === undefined ? null : JSON.parse(text);
      deepEqual(entry("variable"), parsed(golden.variable), `${index + 1}`);
      deepEqual(entry("stdio"), parsed(golden.stdio), `${index + 1}`);
      if (golden.connection !== "key") equal(entry("key"), null);
      const made = entry(golden.connection);
      ok(made !== null);
      deepEqual(dataOf(golden.new, form), { ...startOf(form), ...wrapped(made, form) });
    });
  });
}

/** Returns an entry within its container. */
function wrapped(entry: Template, { container, kind }: Form): object {
  const inner = kind === "list" ? [entry] : { layerwright: entry };
  return container.reduceRight<object>((value, key) => ({ [key]: value }), inner);
}

function startOf(form: Form): object {
  return form.start === undefined ? {} : dataOf(form.start, form) as object;
}

/** Parses a file with parsers that are independent of the editors. */
function dataOf(text: string, { format }: Form): unknown {
  switch (format) {
    case "json":
    case "jsonc":
      return JSON.parse(text);
    case "toml":
      return JSON.parse(JSON.stringify(parseToml(text)));
    case "yaml":
      return parseYaml(text);
  }
}
