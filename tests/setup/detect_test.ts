import { deepEqual, equal, ok } from "node:assert/strict";
import type { Scope, System } from "../../setup/client.ts";
import { WRITABLE_CLIENTS } from "../../setup/clients/clients.ts";
import {
  type Computer,
  detect,
  type Detection,
  isPresent,
  type Location,
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

Deno.test("detect finds nothing on an empty computer, and lists all clients in their order", () => {
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
  Deno.test(`detect takes ${sign} on ${system ?? "linux"} for ${ids.join() || "nobody"}`, () => {
    deepEqual(present(computer([sign], system)), ids);
  });
}

Deno.test("isPresent goes by variables", () => {
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
  Deno.test(`detect takes ${behaviour}`, () => {
    const { location } = find(id, scope, computer(files));
    deepEqual({ path: location?.path, exists: location?.exists }, { path, exists });
    equal(location?.form.scope, scope);
    equal(location?.form.retired, undefined);
  });
}

Deno.test("detect has no place where a client has none", () => {
  equal(find("windsurf", "project", computer([])).location, null);
  equal(find("boltai", "user", computer([], "linux")).location, null);
  equal(
    find("boltai", "user", computer([], "macos")).location?.path,
    "/home/ada/.boltai/mcp.json",
  );
});

/** Whether two clients read the same entries. */
function isShared(a: Location, b: Location): boolean {
  return a.path === b.path &&
    JSON.stringify(a.form.container) === JSON.stringify(b.form.container);
}

Deno.test("detect gives clients that read the same entries the same place", () => {
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

  // The same file, another key.
  const solution = computer(["D:\\app\\.mcp.json"], "windows");
  const visualStudio = find("visual-studio", "project", solution).location;
  ok(visualStudio !== null);
  equal(visualStudio.path, at("claude-code", "project").path);
  ok(!isShared(visualStudio, at("claude-code", "project")));
});

Deno.test("clients that share entries of a file want the same entry there", () => {
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
