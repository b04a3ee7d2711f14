import { deepEqual, equal } from "node:assert/strict";
import { ARGS, BEARER, COMMAND, NAME, URL, VARIABLE } from "../../setup/client.ts";
import { MANUAL_CLIENTS, WRITABLE_CLIENTS } from "../../setup/clients/clients.ts";
import { addCommand, stepsFor, textToPaste } from "../../setup/guide.ts";
import { isTakenLiterally, makeEntry } from "../../setup/entry.ts";

const URL_ = "https://example.com/mcp";
const BY_KEY = { kind: "key", url: URL_, key: "lw_secret$&" } as const;
const BY_VARIABLE = { kind: "variable", url: URL_, variable: "MY_KEY" } as const;
const BY_RUNNING = {
  kind: "stdio",
  command: "C:\\lw.exe",
  args: ["mcp", "--root", "D:\\"],
} as const;

const ENTRY = { name: NAME, url: URL, headers: { Authorization: BEARER }, enabled: true, n: 3 };

Deno.test("makeEntry() inserts address, key and name, and keeps the rest", () => {
  deepEqual(makeEntry({ entry: ENTRY }, "mine", BY_KEY), {
    name: "mine",
    url: URL_,
    headers: { Authorization: "Bearer lw_secret$&" },
    enabled: true,
    n: 3,
  });
});

Deno.test("makeEntry() writes a variable in the agent's notation", () => {
  for (const [reference, value] of [["${NAME}", "${MY_KEY}"], ["{env:NAME}", "{env:MY_KEY}"]]) {
    const entry = makeEntry({ entry: ENTRY, reference: reference ?? "" }, "mine", BY_VARIABLE);
    deepEqual(entry?.["headers"], { Authorization: `Bearer ${value}` });
  }
});

Deno.test("makeEntry() prefers the separate entry for a variable", () => {
  const form = { entry: ENTRY, entryFromEnv: { url: URL, key_env: VARIABLE } };
  deepEqual(makeEntry(form, "mine", BY_VARIABLE), { url: URL_, key_env: "MY_KEY" });
});

Deno.test("makeEntry() writes arguments as a list, or inserts them into one", () => {
  const stdio = { command: COMMAND, args: ARGS };
  deepEqual(makeEntry({ stdio }, "mine", BY_RUNNING), {
    command: "C:\\lw.exe",
    args: ["mcp", "--root", "D:\\"],
  });
  deepEqual(makeEntry({ stdio: { command: [COMMAND, ARGS, "--end"] } }, "mine", BY_RUNNING), {
    command: ["C:\\lw.exe", "mcp", "--root", "D:\\", "--end"],
  });
});

Deno.test("makeEntry() returns null for a connection that the agent cannot make", () => {
  equal(makeEntry({ entry: ENTRY }, "mine", BY_VARIABLE), null);
  equal(makeEntry({ entry: ENTRY }, "mine", BY_RUNNING), null);
  equal(makeEntry({ stdio: { command: COMMAND } }, "mine", BY_KEY), null);
});

Deno.test("makeEntry() copies lists and maps", () => {
  const args = ["mcp"];
  const entry = makeEntry({ stdio: { command: COMMAND, args: ARGS } }, "mine", {
    kind: "stdio",
    command: "lw",
    args,
  });
  deepEqual(entry?.["args"], args);
});

const ADDED: readonly [id: string, scope: "user" | "project", linux: string | null][] = [
  [
    "claude-code",
    "user",
    "claude mcp add --transport http --scope user mine https://example.com/mcp " +
    "--header 'Authorization: Bearer ${MY_KEY}'",
  ],
  [
    "claude-code",
    "project",
    "claude mcp add --transport http --scope project mine https://example.com/mcp " +
    "--header 'Authorization: Bearer ${MY_KEY}'",
  ],
  [
    "codex",
    "user",
    "codex mcp add mine --url https://example.com/mcp --bearer-token-env-var MY_KEY",
  ],
  ["codex", "project", null],
  [
    "opencode",
    "user",
    "opencode mcp add mine --url https://example.com/mcp " +
    "--header 'Authorization=Bearer {env:MY_KEY}'",
  ],
  [
    "auggie",
    "user",
    "auggie mcp add mine --transport http --url https://example.com/mcp " +
    '--header "Authorization: Bearer $MY_KEY"',
  ],
  ["cursor", "user", null],
];

for (const [id, scope, line] of ADDED) {
  Deno.test(`addCommand() returns ${line === null ? "no" : "a"} command of ${id} for scope ${scope}`, () => {
    const client = WRITABLE_CLIENTS.find((each) => each.id === id);
    const names = { name: "mine", url: URL_, variable: "MY_KEY", system: "linux" } as const;
    equal(addCommand(client ?? { forms: [] }, scope, names), line);
  });
}

Deno.test("addCommand() quotes for the system's shell", () => {
  const client = { forms: [], commands: { user: ["add", NAME, URL, `Key: ${BEARER}`] } };
  const names = { name: "it's mine", url: "https://e.com/a?b&c", variable: "MY_KEY" };
  equal(
    addCommand(client, "user", { ...names, system: "macos" }),
    `add 'it'\\''s mine' 'https://e.com/a?b&c' "Key: Bearer $MY_KEY"`,
  );
  equal(
    addCommand(client, "user", { ...names, system: "windows" }),
    `add 'it''s mine' 'https://e.com/a?b&c' "Key: Bearer $env:MY_KEY"`,
  );
});

Deno.test("isTakenLiterally() recognizes texts that agents expand", () => {
  for (const text of ["lw_0a", "https://example.com:8000/mcp?a=b&c=%20", "a+/=~.-_"]) {
    equal(isTakenLiterally(text), true, text);
  }
  for (const text of ["$(id)", "${HOME}", "$HOME", "`id`", "{env:HOME}", "a\\b"]) {
    equal(isTakenLiterally(text), false, text);
  }
});

Deno.test("stepsFor() inserts name and address", () => {
  const chatgpt = MANUAL_CLIENTS.find(({ id }) => id === "chatgpt");
  equal(
    stepsFor(chatgpt ?? { steps: [] }, "mine", URL_)[1],
    "Name it mine and enter the address https://example.com/mcp",
  );
  for (const client of MANUAL_CLIENTS) {
    equal(stepsFor(client, "mine", URL_).join().includes("{{"), false, client.id);
  }
});

Deno.test("textToPaste() puts the entry into its container", () => {
  const paste = { container: ["mcpServers"], entry: { url: URL } };
  equal(
    textToPaste(paste, "mine", BY_KEY),
    '{\n  "mcpServers": {\n    "mine": {\n      "url": "https://example.com/mcp"\n    }\n  }\n}',
  );
  equal(textToPaste(paste, "mine", BY_RUNNING), null);
});
