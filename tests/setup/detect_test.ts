import { deepEqual, equal, ok, throws } from "node:assert/strict";
import type { Scope, System } from "../../setup/client.ts";
import { WRITABLE_CLIENTS } from "../../setup/clients/clients.ts";
import {
  type Computer,
  detect,
  type Detection,
  isPresent,
  type Location,
  resolvePath,
  type Surroundings,
} from "../../setup/detect.ts";

/** A computer with some files, folders and programs. */
function computer(
  has: readonly string[],
  system: System = "linux",
  more: Readonly<Record<string, string>> = {},
): Computer {
  const env: Readonly<Record<string, string>> = {
    HOME: "/home/ada",
    USERPROFILE: "C:\\Users\\ada",
    ...more,
  };
  return {
    system,
    env: (name) => env[name],
    project: system === "windows" ? "D:\\app" : "/app",
    exists: (path) => has.includes(path),
    has: (program) => has.includes(program),
  };
}

function present(on: Computer): string[] {
  return detect(WRITABLE_CLIENTS, "user", on).filter(({ isPresent }) => isPresent)
    .map(({ client }) => client.id);
}

function find(id: string, scope: Scope, on: Computer): Detection {
  const found = detect(WRITABLE_CLIENTS, scope, on).find(({ client }) => client.id === id);
  ok(found !== undefined);
  return found;
}

Deno.test("detect() finds nothing on an empty computer, and lists all agents in order", () => {
  for (const system of ["linux", "macos", "windows"] as const) {
    deepEqual(present(computer([], system)), []);
    const all = detect(WRITABLE_CLIENTS, "user", computer([], system));
    deepEqual(all.map(({ client }) => client), WRITABLE_CLIENTS);
  }
});

for (
  const [sign, ids, system] of [
    ["claude", ["claude-code"]],
    ["/home/ada/.claude", ["claude-code"]],
    ["/home/ada/.claude.json", ["claude-code"]],
    ["/home/ada/.gemini", []],
    ["/home/ada/.gemini/settings.json", ["gemini-cli"]],
    ["/home/ada/.gemini/antigravity", ["antigravity"]],
    ["/home/ada/.cline", ["cline-cli"]],
    ["/home/ada/.config/Code/User/globalStorage/saoudrizwan.claude-dev", ["cline"]],
    ["/home/ada/.config/Code", ["vscode"]],
    ["goose", []],
    ["C:\\Users\\ada\\AppData\\Roaming\\Claude", ["claude-desktop-local"], "windows"],
    ["C:\\Program Files\\Microsoft Visual Studio", ["visual-studio"], "windows"],
    ["/Applications/Warp.app", ["warp"], "macos"],
    ["/Applications/Warp.app", [], "linux"],
  ] as const
) {
  Deno.test(`detect() takes ${sign} on ${system ?? "linux"} as a sign of ${ids.join() || "no agent"}`, () => {
    deepEqual(present(computer([sign], system)), ids);
  });
}

Deno.test("isPresent() expands variables", () => {
  const { signs } = find("codex", "user", computer([])).client;
  ok(isPresent(signs, computer(["/srv/codex"], "linux", { CODEX_HOME: "/srv/codex" })));
  ok(!isPresent(signs, computer(["/home/ada/.codex"], "linux", { CODEX_HOME: "/srv/codex" })));
  ok(!isPresent({}, computer([])));
});

for (
  const [behaviour, id, scope, files, path, exists] of [
    ["the newest form", "opencode", "user", [], "/home/ada/.config/opencode/opencode.jsonc", false],
    [
      "the form whose file exists",
      "opencode",
      "user",
      ["/home/ada/.config/opencode/opencode.json"],
      "/home/ada/.config/opencode/opencode.json",
      true,
    ],
    [
      "the newest of those whose files exist",
      "continue",
      "user",
      ["/home/ada/.continue/config.json", "/home/ada/.continue/config.yaml"],
      "/home/ada/.continue/config.yaml",
      true,
    ],
    [
      "an older form",
      "continue",
      "user",
      ["/home/ada/.continue/config.json"],
      "/home/ada/.continue/config.json",
      true,
    ],
    [
      "a form of the scope",
      "opencode",
      "project",
      ["/home/ada/.config/opencode/opencode.json"],
      "/app/opencode.jsonc",
      false,
    ],
    [
      "a project's file",
      "kilo-code",
      "project",
      ["/app/.kilocode/mcp.json"],
      "/app/.kilocode/mcp.json",
      true,
    ],
    [
      "no retired form",
      "claude-desktop-local",
      "user",
      [],
      "/home/ada/.config/Claude/claude_desktop_config.json",
      false,
    ],
  ] as const
) {
  Deno.test(`detect() chooses ${behaviour}`, () => {
    const { location } = find(id, scope, computer(files));
    deepEqual({ path: location?.path, exists: location?.exists }, { path, exists });
    equal(location?.form.scope, scope);
    equal(location?.form.retired, undefined);
  });
}

Deno.test("detect() returns no location for an agent without a file", () => {
  equal(find("windsurf", "project", computer([])).location, null);
  equal(find("boltai", "user", computer([], "linux")).location, null);
  equal(
    find("boltai", "user", computer([], "macos")).location?.path,
    "/home/ada/.boltai/mcp.json",
  );
});

/** Reports whether two agents read the same entries. */
function isShared(a: Location, b: Location): boolean {
  return a.path === b.path &&
    JSON.stringify(a.form.container) === JSON.stringify(b.form.container);
}

Deno.test("detect() returns the same location for agents that read the same entries", () => {
  const on = computer([], "windows");
  const at = (id: string, scope: Scope) => {
    const { location } = find(id, scope, on);
    ok(location !== null);
    return location;
  };
  ok(isShared(at("cline", "user"), at("cline-cli", "user")));
  ok(isShared(at("kilo-code", "user"), at("kilo-cli", "user")));
  ok(isShared(at("claude-code", "project"), at("copilot-cli", "project")));
  ok(isShared(at("claude-code", "project"), at("qoder", "project")));
  ok(isShared(at("vscode", "project"), at("vscode-insiders", "project")));
  ok(!isShared(at("claude-code", "project"), at("cursor", "project")));

  // The file is the same, but its entries are under another key.
  const solution = computer(["D:\\app\\.mcp.json"], "windows");
  const visualStudio = find("visual-studio", "project", solution).location;
  ok(visualStudio !== null);
  equal(visualStudio.path, at("claude-code", "project").path);
  ok(!isShared(visualStudio, at("claude-code", "project")));
});

Deno.test("agents that share entries in a file have the same form of entry", () => {
  for (const system of ["linux", "macos", "windows"] as const) {
    for (const scope of ["user", "project"] as const) {
      const locations = detect(WRITABLE_CLIENTS, scope, computer([], system))
        .flatMap(({ client, location }) => location === null ? [] : [{ client, location }]);
      for (const a of locations) {
        for (const b of locations.filter((b) => isShared(a.location, b.location))) {
          const names = `${a.client.id} and ${b.client.id}`;
          deepEqual(a.location.form.entry, b.location.form.entry, names);
          deepEqual(a.location.form.stdio, b.location.form.stdio, names);
        }
      }
    }
  }
});

type Env = Readonly<Record<string, string>>;

const HOME: Env = { HOME: "/home/ada", USERPROFILE: "C:\\Users\\ada" };

function surroundings(system: System, more: Env = {}): Surroundings {
  const env: Env = { ...HOME, ...more };
  const project = system === "windows" ? "D:\\code" : "/code";
  return { system, env: (name) => env[name], project };
}

const PATHS: readonly [behaviour: string, path: string, env: Env, unix: string, windows: string][] =
  [
    ["the home folder", "~/.a/b.json", {}, "/home/ada/.a/b.json", "C:\\Users\\ada\\.a\\b.json"],
    ["the home folder itself", "~", {}, "/home/ada", "C:\\Users\\ada"],
    ["a variable", "$X/b", { X: "/x" }, "/x/b", "\\x\\b"],
    ["only a variable", "$X", { X: "/x" }, "/x", "\\x"],
    ["a variable in braces", "${X:-~/.a}/b", { X: "/x" }, "/x/b", "\\x\\b"],
    ["the default of a variable", "${X:-~/.a}/b", {}, "/home/ada/.a/b", "C:\\Users\\ada\\.a\\b"],
    ["an empty variable as unset", "${X:-~/.a}/b", { X: "" }, "/home/ada/.a/b", ""],
    ["a variable as a default", "${X:-${Y:-~}/d}/b", { Y: "/y" }, "/y/d/b", "\\y\\d\\b"],
    ["the outer variable first", "${X:-${Y:-~}/d}/b", { X: "/x", Y: "/y" }, "/x/b", "\\x\\b"],
    ["a plain variable as a default", "${X:-$Y/d}/b", { Y: "/y" }, "/y/d/b", "\\y\\d\\b"],
    ["a variable that ends with a slash", "${X:-~}/b", { X: "/x/" }, "/x/b", "\\x\\b"],
    ["spaces", "~/Application Support/b", {}, "/home/ada/Application Support/b", ""],
    ["no signs in the value of a variable", "$X/b", { X: "/$Y/${Z}/~" }, "/$Y/${Z}/~/b", ""],
    ["a path in the project", ".a/b.json", {}, "/code/.a/b.json", "D:\\code\\.a\\b.json"],
    ["a variable with a path in the project", "$X/b", { X: "x" }, "/code/x/b", "D:\\code\\x\\b"],
    ["a drive", "${X:-C:/Program Files}/b", {}, "", "C:\\Program Files\\b"],
    ["a share", "$X/b", { X: "\\\\host\\share" }, "", "\\\\host\\share\\b"],
  ];

for (const [behaviour, path, env, unix, windows] of PATHS) {
  Deno.test(`resolvePath() resolves ${behaviour}`, () => {
    if (unix !== "") equal(resolvePath(path, surroundings("linux", env)), unix);
    if (unix !== "") equal(resolvePath(path, surroundings("macos", env)), unix);
    if (windows !== "") equal(resolvePath(path, surroundings("windows", env)), windows);
  });
}

for (
  const [behaviour, path, env] of [
    ["another system", { macos: "~/.a" }, {}],
    ["an unset variable", "$X/b", {}],
    ["an empty variable", "$X/b", { X: "" }],
    ["an unset variable as a default", "${X:-$Y/d}/b", {}],
    ["no home", "~/.a", { HOME: "" }],
    ["an unset variable with the home as a default", "${X:-~}/.a", { HOME: "" }],
  ] as const
) {
  Deno.test(`resolvePath() returns no path for ${behaviour}`, () => {
    equal(resolvePath(path, surroundings("linux", env)), null);
  });
}

Deno.test("resolvePath() needs no home if a variable has the path", () => {
  equal(resolvePath("${X:-~/.a}/b", surroundings("linux", { HOME: "", X: "/x" })), "/x/b");
});

Deno.test("resolvePath() rejects a brace that does not close", () => {
  throws(() => resolvePath("${X:-~/.a", surroundings("linux")), /missing closing brace/);
});

/** The first settings file of an agent when a variable sets another location. */
const OVERRIDES: readonly [id: string, system: System, env: Env, path: string][] = [
  ["claude-code", "linux", { CLAUDE_CONFIG_DIR: "/etc/ada" }, "/etc/ada/.claude.json"],
  ["claude-code", "windows", { CLAUDE_CONFIG_DIR: "E:\\ada" }, "E:\\ada\\.claude.json"],
  ["codex", "linux", { CODEX_HOME: "/srv/codex" }, "/srv/codex/config.toml"],
  ["gemini-cli", "macos", { GEMINI_CLI_HOME: "/srv" }, "/srv/.gemini/settings.json"],
  ["qwen-code", "linux", { QWEN_HOME: "/srv/qwen" }, "/srv/qwen/settings.json"],
  ["opencode", "linux", { XDG_CONFIG_HOME: "/etc/ada" }, "/etc/ada/opencode/opencode.jsonc"],
  ["kilo-cli", "macos", { XDG_CONFIG_HOME: "/etc/ada" }, "/etc/ada/kilo/kilo.jsonc"],
  ["copilot-cli", "linux", { COPILOT_HOME: "/srv/copilot" }, "/srv/copilot/mcp-config.json"],
  ["copilot-cli", "linux", { XDG_CONFIG_HOME: "/etc/ada" }, "/home/ada/.copilot/mcp-config.json"],
  ["cline-cli", "linux", { CLINE_MCP_SETTINGS_PATH: "/srv/cline.json" }, "/srv/cline.json"],
  [
    "cline-cli",
    "linux",
    { CLINE_DATA_DIR: "/srv/data", CLINE_DIR: "/srv/cline" },
    "/srv/data/settings/cline_mcp_settings.json",
  ],
  [
    "cline",
    "linux",
    { CLINE_DIR: "/srv/cline" },
    "/srv/cline/data/settings/cline_mcp_settings.json",
  ],
  ["amp", "linux", { AMP_SETTINGS_FILE: "/srv/amp.json" }, "/srv/amp.json"],
  ["amp", "linux", { XDG_CONFIG_HOME: "/etc/ada" }, "/etc/ada/amp/settings.json"],
  ["factory-droid", "linux", { FACTORY_HOME_OVERRIDE: "/srv" }, "/srv/.factory/mcp.json"],
  ["grok-build", "linux", { GROK_HOME: "/srv/grok" }, "/srv/grok/config.toml"],
  ["qoder", "linux", { QODER_CONFIG_DIR: "/srv/qoder" }, "/srv/qoder/settings.json"],
  ["crush", "linux", { CRUSH_GLOBAL_CONFIG: "/srv/crush" }, "/srv/crush/crush.json"],
  ["crush", "linux", { XDG_CONFIG_HOME: "/etc/ada" }, "/etc/ada/crush/crush.json"],
  ["goose", "linux", { XDG_CONFIG_HOME: "/etc/ada" }, "/etc/ada/goose/config.yaml"],
  ["goose", "windows", { APPDATA: "E:\\data" }, "E:\\data\\Block\\goose\\config\\config.yaml"],
  ["hermes", "linux", { HERMES_HOME: "/srv/hermes" }, "/srv/hermes/config.yaml"],
  ["hermes", "windows", { LOCALAPPDATA: "E:\\local" }, "E:\\local\\hermes\\config.yaml"],
  ["mistral-vibe", "linux", { VIBE_HOME: "/srv/vibe" }, "/srv/vibe/config.toml"],
  ["kimi-code", "linux", { KIMI_CODE_HOME: "/srv/kimi" }, "/srv/kimi/mcp.json"],
  ["pi", "linux", { PI_CODING_AGENT_DIR: "/srv/pi" }, "/srv/pi/mcp.json"],
  ["vscode", "linux", { XDG_CONFIG_HOME: "/etc/ada" }, "/etc/ada/Code/User/mcp.json"],
  ["vscode", "windows", { APPDATA: "E:\\data" }, "E:\\data\\Code\\User\\mcp.json"],
  [
    "zed",
    "linux",
    { FLATPAK_XDG_CONFIG_HOME: "/var/ada", XDG_CONFIG_HOME: "/etc/ada" },
    "/var/ada/zed/settings.json",
  ],
  [
    "claude-desktop-local",
    "windows",
    { APPDATA: "E:\\data" },
    "E:\\data\\Claude\\claude_desktop_config.json",
  ],
];

for (const [id, system, env, path] of OVERRIDES) {
  Deno.test(`${id} uses ${Object.keys(env).join(", ")} on ${system}`, () => {
    const form = WRITABLE_CLIENTS.find((client) => client.id === id)?.forms[0];
    equal(resolvePath(form?.paths ?? {}, surroundings(system, env)), path);
  });
}
