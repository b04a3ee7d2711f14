/** Mock servers that answer the same `GET /products`, each as a process. */

import { join } from "node:path";
import { runCommand } from "../run_command.ts";

/** A server that can be started on a port. */
export interface MockPeer {
  readonly name: string;
  command(port: number): readonly [program: string, args: readonly string[]];
  readonly cwd: string;
}

/** The servers, and those that could not be installed. */
export interface MockPeers {
  readonly peers: readonly MockPeer[];
  /** The reason why a server is missing, by name. */
  readonly missing: ReadonlyMap<string, string>;
}

const ITEM = { id: 1, name: "Teapot", price: 24.5 };

/** The spec of the API that all servers serve. */
export const SPEC: string = JSON.stringify({
  routes: {
    products: {
      methods: { GET: { mock: [ITEM] }, POST: {} },
      subroutes: { item: { path: "/{id:int}", methods: { GET: { mock: ITEM } } } },
    },
  },
});

const JSON_SERVER = "json-server@0.17.4";
const PRISM = "@stoplight/prism-cli@5.16.0";
const MOCKOON = "@mockoon/cli@9.9.0";
const GUNICORN = "gunicorn>=25.1";

/**
 * Installs the servers in a folder.
 *
 * @param executable The executable of Layerwright.
 */
export async function installMockPeers(folder: string, executable: string): Promise<MockPeers> {
  const missing = new Map<string, string>();
  const peers = [mock(folder, executable, []), mock(folder, executable, ["--state"])];
  await Deno.writeTextFile(join(folder, "shop.json"), SPEC);
  await Deno.writeTextFile(join(folder, "db.json"), JSON.stringify({ products: [ITEM] }));
  const openApi = ["export", "openapi", "--spec", "shop.json", "-o", "openapi.json"];
  await succeed(folder, executable, openApi);
  await succeed(folder, executable, ["generate", "api", "shop", "--json", "shop.json"]);
  const attempt = async (name: string, install: () => Promise<MockPeer>) => {
    try {
      peers.push(await install());
    } catch (problem) {
      const [line = ""] = String(problem).split("\n");
      missing.set(name, line.slice(0, 200));
    }
  };
  await attempt("json-server", () =>
    node(folder, JSON_SERVER, (port, bin) => [
      join(bin, "json-server"),
      ["--quiet", "--port", `${port}`, "db.json"],
    ]));
  await attempt("Prism", () =>
    node(folder, PRISM, (port, bin) => [
      join(bin, "prism"),
      ["mock", "--port", `${port}`, "openapi.json"],
    ]));
  await attempt("Mockoon", () =>
    node(folder, MOCKOON, (port, bin) => [
      join(bin, "mockoon-cli"),
      ["start", "--port", `${port}`, "--data", "openapi.json", "--disable-log-to-file"],
    ]));
  await attempt("Flask under gunicorn", () => flask(folder));
  return { peers, missing };
}

function mock(cwd: string, executable: string, more: readonly string[]): MockPeer {
  const words = ["mock", "shop.json", ...more];
  return {
    name: `layerwright ${["mock", ...more].join(" ")}`,
    command: (port) => [executable, [...words, "--quiet", "--port", `${port}`]],
    cwd,
  };
}

async function node(
  folder: string,
  name: string,
  command: (port: number, bin: string) => ReturnType<MockPeer["command"]>,
): Promise<MockPeer> {
  const own = join(folder, name.replace(/\W+/g, "_"));
  await Deno.mkdir(own);
  await Deno.writeTextFile(join(own, "package.json"), '{ "private": true }');
  await succeed(own, "npm", ["install", "--silent", "--no-audit", "--no-fund", name]);
  const bin = join(own, "node_modules/.bin");
  return { name, command: (port) => command(port, bin), cwd: folder };
}

/** The generated app, as its Dockerfile starts it. */
async function flask(folder: string): Promise<MockPeer> {
  await succeed(folder, "python3", ["-m", "venv", "--system-site-packages", "venv"]);
  await succeed(folder, "venv/bin/pip", ["install", "--quiet", GUNICORN]);
  const program = join(folder, "venv/bin/python");
  const args = (port: number) => [
    ...["-m", "gunicorn", `--bind=127.0.0.1:${port}`, "--workers=2", "--threads=4"],
    "api:create_app()",
  ];
  return {
    name: "Flask under gunicorn, 2 workers",
    command: (port) => [program, args(port)],
    cwd: join(folder, "shop"),
  };
}

async function succeed(cwd: string, program: string, args: readonly string[]): Promise<void> {
  const { code, stdout, stderr } = await runCommand(program, args, { cwd });
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} failed\n${stdout}${stderr}`);
}
