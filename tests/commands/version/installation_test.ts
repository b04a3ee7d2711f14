/** Detection of the installation, and the command that updates it. */

import { deepEqual } from "node:assert/strict";
import { installation, type Surroundings } from "../../../commands/version/installation.ts";

const SUM = "0".repeat(64);

interface Seen {
  readonly executable: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly system?: Surroundings["system"];
}

function surroundings({ executable, files = {}, env = {}, system = "linux" }: Seen): Surroundings {
  const variables: Record<string, string> = { HOME: "/home/ada", ...env };
  return {
    executable,
    system,
    env: (name) => variables[name],
    exists: (path) => path in files,
    read: (path) => {
      const text = files[path];
      return text === undefined
        ? { kind: "absent", real: path }
        : { kind: "text", real: path, text };
    },
  };
}

const RECORD = "/home/ada/.local/state/layerwright/installed";
const OWN = "/home/ada/.local/bin/layerwright";
const SH = "https://github.com/layerwright/layerwright/releases/latest/download/install.sh";

const CASES: readonly (readonly [Seen, way: string, update: string])[] = [
  [
    { executable: [OWN], files: { [RECORD]: `${SUM}  ${OWN}\n` } },
    "script",
    `curl -fsSL ${SH} | sh`,
  ],
  [
    {
      executable: ["/opt/it's/layerwright"],
      files: { [RECORD]: `${SUM}  ${OWN}\n${SUM}  /opt/it's/layerwright\n` },
    },
    "script",
    `curl -fsSL ${SH} | sh -s -- --dir '/opt/it'\\''s'`,
  ],
  [
    {
      executable: [OWN],
      files: { "/state/layerwright/installed": `${SUM}  ${OWN}\n`, "/.dockerenv": "" },
      env: { XDG_STATE_HOME: "/state" },
    },
    "script",
    `curl -fsSL ${SH} | sh`,
  ],
  [
    {
      executable: ["C:\\Users\\ada\\layerwright.exe"],
      system: "windows",
      env: { LOCALAPPDATA: "/local" },
      files: { "/local/layerwright/installed": `${SUM}  C:\\Users\\ada\\layerwright.exe\r\n` },
    },
    "script",
    "irm https://github.com/layerwright/layerwright/releases/latest/download/install.ps1 | iex",
  ],
  [
    { executable: ["/usr/bin/layerwright"], files: { [RECORD]: `${SUM}  ${OWN}\n` } },
    "unknown",
    "Replace /usr/bin/layerwright with the executable from " +
    "https://github.com/layerwright/layerwright/releases/latest",
  ],
  [
    {
      executable: ["/usr/bin/layerwright"],
      files: { "/.dockerenv": "", "/bin/sh": "" },
    },
    "unknown",
    "Replace /usr/bin/layerwright with the executable from " +
    "https://github.com/layerwright/layerwright/releases/latest",
  ],
  [
    { executable: ["/usr/local/bin/layerwright"], files: { "/.dockerenv": "", "/bin/sh": "" } },
    "unknown",
    "Replace /usr/local/bin/layerwright with the executable from " +
    "https://github.com/layerwright/layerwright/releases/latest",
  ],
  [
    { executable: ["/usr/bin/layerwright"], files: { "/run/.containerenv": "" } },
    "container",
    "docker pull ghcr.io/layerwright/layerwright",
  ],
  [{ executable: ["/usr/bin/deno", "run", "file:///code/cli.ts"] }, "checkout", "git pull"],
  [
    {
      executable: ["/usr/bin/deno", "run", "https://jsr.io/@layerwright/layerwright/1.0.0/cli.ts"],
    },
    "deno",
    "deno install --global --force --reload --name layerwright --allow-read --allow-write " +
    "--allow-env --allow-net --allow-run --allow-sys=hostname jsr:@layerwright/layerwright/cli",
  ],
];

for (const [seen, way, update] of CASES) {
  Deno.test(`installation of ${seen.executable.join(" ")} is ${way}`, () => {
    deepEqual(installation(surroundings(seen)), { way, update });
  });
}
