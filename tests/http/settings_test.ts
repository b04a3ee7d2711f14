import { deepEqual, equal, ok } from "node:assert/strict";
import { readSettings, type ServerFlags, type Settings } from "../../http/settings.ts";

type Env = Readonly<Record<string, string>>;

function read(env: Env, flags: ServerFlags = {}) {
  return readSettings((name) => env[name], flags);
}

const KEY = "0123456789abcdef";

const DEFAULTS: Settings = {
  host: "127.0.0.1",
  port: 8000,
  root: ".",
  readOnly: false,
  key: { kind: "own file" },
  allowedHosts: ["localhost", "127.0.0.1", "[::1]"],
  trustedProxies: [],
};

interface Case {
  readonly behaviour: string;
  readonly env?: Env;
  readonly flags?: ServerFlags;
  readonly settings: Partial<Settings>;
}

const READ: readonly Case[] = [
  { behaviour: "nothing", settings: {} },
  {
    behaviour: "the environment",
    env: {
      LAYERWRIGHT_HOST: "::1",
      LAYERWRIGHT_PORT: "0",
      LAYERWRIGHT_ROOT: "/srv",
      LAYERWRIGHT_READ_ONLY: "1",
      LAYERWRIGHT_API_KEY: KEY,
      LAYERWRIGHT_ALLOWED_HOSTS: "a.example, b.example",
      LAYERWRIGHT_TRUSTED_PROXIES: "10.0.0.0/8,::1",
    },
    settings: {
      host: "::1",
      port: 0,
      root: "/srv",
      readOnly: true,
      key: { kind: "value", value: KEY },
      allowedHosts: ["a.example", "b.example"],
      trustedProxies: ["10.0.0.0/8", "::1"],
    },
  },
  {
    behaviour: "flags before the environment",
    env: { LAYERWRIGHT_HOST: "::1", LAYERWRIGHT_PORT: "1", LAYERWRIGHT_ROOT: "/srv" },
    flags: { host: "localhost", port: "65535", root: "code" },
    settings: { host: "localhost", port: 65_535, root: "code" },
  },
  {
    behaviour: "normalized host names",
    env: { LAYERWRIGHT_ALLOWED_HOSTS: "Box.LAN, [0:0::1], 192.168.1.5, bücher.example" },
    settings: { allowedHosts: ["box.lan", "[::1]", "192.168.1.5", "xn--bcher-kva.example"] },
  },
  {
    behaviour: "no settings from empty variables",
    env: {
      LAYERWRIGHT_HOST: "",
      LAYERWRIGHT_PORT: "",
      LAYERWRIGHT_ROOT: "",
      LAYERWRIGHT_READ_ONLY: "",
      LAYERWRIGHT_API_KEY: "",
      LAYERWRIGHT_API_KEY_FILE: "",
      LAYERWRIGHT_ALLOWED_HOSTS: " , ",
      LAYERWRIGHT_TRUSTED_PROXIES: "",
    },
    settings: {},
  },
  {
    behaviour: "the file of a key",
    env: { LAYERWRIGHT_API_KEY_FILE: "/run/secrets/key" },
    settings: { key: { kind: "file", path: "/run/secrets/key" } },
  },
  {
    behaviour: "a key before the file of a key",
    env: { LAYERWRIGHT_API_KEY: KEY, LAYERWRIGHT_API_KEY_FILE: "/run/secrets/key" },
    settings: { key: { kind: "value", value: KEY } },
  },
  {
    behaviour: "no key with --no-auth",
    env: { LAYERWRIGHT_API_KEY: KEY },
    flags: { auth: false },
    settings: { key: { kind: "none" } },
  },
  {
    behaviour: "the address for all interfaces, with a key",
    env: { LAYERWRIGHT_HOST: "0.0.0.0", LAYERWRIGHT_API_KEY: KEY },
    settings: { host: "0.0.0.0", key: { kind: "value", value: KEY } },
  },
  {
    behaviour: "the address for all interfaces, with a key file",
    env: { LAYERWRIGHT_HOST: "::", LAYERWRIGHT_API_KEY_FILE: "key" },
    settings: { host: "::", key: { kind: "file", path: "key" } },
  },
];

for (const { behaviour, env = {}, flags, settings } of READ) {
  Deno.test(`readSettings reads ${behaviour}`, () => {
    deepEqual(read(env, flags), { ...DEFAULTS, ...settings });
  });
}

for (
  const [value, flag, readOnly] of [
    ["", false, false],
    ["0", false, false],
    ["false", false, false],
    ["1", false, true],
    ["true", false, true],
    ["no", false, true],
    ["0", true, true],
    ["false", true, true],
    ["1", true, true],
  ] as const
) {
  Deno.test(`LAYERWRIGHT_READ_ONLY='${value}' ${flag ? "and" : "without"} the flag: ${readOnly}`, () => {
    const settings = read({ LAYERWRIGHT_READ_ONLY: value }, { readOnly: flag });
    equal("readOnly" in settings && settings.readOnly, readOnly);
  });
}

interface Refusal {
  readonly behaviour: string;
  readonly env?: Env;
  readonly flags?: ServerFlags;
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
}

const EXPOSED_HINT = "Set LAYERWRIGHT_API_KEY or LAYERWRIGHT_API_KEY_FILE";
const KEY_HINT = "Create one with 'openssl rand -hex 32'";

const REFUSED: readonly Refusal[] = [
  ...["0.0.0.0", "::", "192.168.0.1", "example.com", "127.0.0.1.nip.io", "localhost.example", "*"]
    .map((host) => ({
      behaviour: `to listen on ${host} without a key`,
      env: { LAYERWRIGHT_HOST: host },
      code: "server-exposed",
      message: `Refused to listen on ${host} without an API key.`,
      hint: EXPOSED_HINT,
    })),
  {
    behaviour: "to listen everywhere with --no-auth, even if there is a key",
    env: { LAYERWRIGHT_API_KEY: KEY },
    flags: { host: "0.0.0.0", auth: false },
    code: "server-exposed",
    message: "Refused to listen on 0.0.0.0 without an API key.",
    hint: EXPOSED_HINT,
  },
  ...["65536", "-1", "80a", "8e3", "0x50", " 80", "http", "1.5", "999999", "\u0661"].map((
    port,
  ) => ({
    behaviour: `the port '${port}'`,
    env: { LAYERWRIGHT_PORT: port },
    code: "usage-option",
    message: `Invalid port '${port}' (must be 0 to 65535).`,
    hint: null,
  })),
  {
    behaviour: "an empty port on the command line",
    flags: { port: "" },
    code: "usage-option",
    message: "Invalid port '' (must be 0 to 65535).",
    hint: null,
  },
  ...[
    "short",
    "x".repeat(15),
    "with a space in it",
    "t\u00e4glich-ein-anderer",
    "line\nbreak-in-a-key",
  ]
    .map((key) => ({
      behaviour: `the key ${JSON.stringify(key)}`,
      env: { LAYERWRIGHT_API_KEY: key },
      code: "usage-option",
      message: "Invalid key in LAYERWRIGHT_API_KEY (must be 16 or more visible ASCII characters).",
      hint: KEY_HINT,
    })),
  ...["https://box.lan", "box.lan:8000", "::1", "*", "*.lan", "box.lan/mcp", "a b", "user@box.lan"]
    .map((host) => ({
      behaviour: `the invalid host name '${host}'`,
      env: { LAYERWRIGHT_ALLOWED_HOSTS: `localhost,${host}` },
      code: "usage-option",
      message: `Invalid host '${host}' in LAYERWRIGHT_ALLOWED_HOSTS.`,
      hint: "Use plain names or addresses, such as 'box.lan' or '[::1]'",
    })),
];

for (const { behaviour, env = {}, flags, code, message, hint } of REFUSED) {
  Deno.test(`readSettings refuses ${behaviour}`, () => {
    const problem = read(env, flags);
    ok("severity" in problem);
    deepEqual(problem, { severity: "error", code, message, hint, where: null });
  });
}
