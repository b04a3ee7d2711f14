/** The command line of the server executable. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { VERSION } from "../../core/version.ts";
import { healthAddress, readServerOptions } from "../../http/server_options.ts";
import { runCommand } from "../../tools/run_command.ts";
import { withProxy } from "./proxy.ts";
import { serverEnvironment, withServer } from "./run_server.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";

const SERVER = fileURLToPath(new URL("../../server.ts", import.meta.url));

async function runServer(args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  return await inTemporaryFolder(async (home) => {
    const env = await serverEnvironment(home, settings);
    return await runCommand(Deno.execPath(), ["run", "-qA", SERVER, ...args], { env });
  });
}

for (
  const [args, task] of [
    [[], "serve"],
    [["--health"], "health"],
    [["--key"], "key"],
    [["--owner"], "owner"],
    [["--help"], "help"],
    [["-h"], "help"],
    [["--version"], "version"],
    [["-V"], "version"],
  ] as const
) {
  Deno.test(`readServerOptions takes '${args.join(" ")}' as ${task}`, () => {
    equal(readServerOptions(args), task);
  });
}

for (
  const args of [["serve"], ["--healthy"], ["constructor"], ["--key", "--health"], ["--port=1"]]
) {
  Deno.test(`readServerOptions refuses '${args.join(" ")}'`, () => {
    const read = readServerOptions(args);
    ok(typeof read === "object");
    equal(read.message, `Unknown argument '${args.at(-1)}'.`);
  });
}

for (
  const [host, port, address] of [
    ["", "", "http://127.0.0.1:8000/health"],
    ["0.0.0.0", "9000", "http://127.0.0.1:9000/health"],
    ["::", "", "http://[::1]:8000/health"],
    ["10.0.0.5", "", "http://10.0.0.5:8000/health"],
  ] as const
) {
  Deno.test(`healthAddress of a server on '${host}:${port}' is ${address}`, () => {
    const variables: Record<string, string> = { LAYERWRIGHT_HOST: host, LAYERWRIGHT_PORT: port };
    equal(healthAddress((name) => variables[name]), address);
  });
}

Deno.test("healthAddress of a hosted server is its readiness check", () => {
  const env = (name: string) => name === "LAYERWRIGHT_MODE" ? "hosted" : undefined;
  equal(healthAddress(env), "http://127.0.0.1:8000/ready");
});

Deno.test("--health succeeds while the server answers", async () => {
  await withServer(async ({ url }) => {
    const { code, stdout } = await runServer(["--health"], { LAYERWRIGHT_PORT: new URL(url).port });
    equal(stdout, '{"status":"ok"}\n');
    equal(code, 0);
  });
});

for (const host of ["127.0.0.1", "localhost", "::1"]) {
  Deno.test(`--health reaches a server at ${host} without the environment's proxy`, () =>
    withProxy(async ({ env, asked }) => {
      const options = { hostname: host, port: 0, onListen() {} };
      await using server = Deno.serve(options, () => new Response("well"));
      const settings = { LAYERWRIGHT_HOST: host, LAYERWRIGHT_PORT: `${server.addr.port}` };
      const { code, stdout } = await runServer(["--health"], { ...env, ...settings });
      deepEqual({ code, stdout, asked }, { code: 0, stdout: "well\n", asked: [] });
    }));
}

Deno.test("--health fails with address and reason if there is no response", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  const { code, stdout, stderr } = await runServer(["--health"], { LAYERWRIGHT_PORT: `${port}` });
  equal(stderr, `Error: No answer from http://127.0.0.1:${port}/health (Connection refused).\n`);
  equal(stdout, "");
  equal(code, 1);
});

Deno.test("--health fails for an endless response", async () => {
  const chunk = new Uint8Array(1024);
  const endless = () => new ReadableStream({ pull: (controller) => controller.enqueue(chunk) });
  const options = { hostname: "127.0.0.1", port: 0, onListen() {} };
  await using server = Deno.serve(options, () => new Response(endless()));
  const { port } = server.addr;
  const { code, stdout, stderr } = await runServer(["--health"], { LAYERWRIGHT_PORT: `${port}` });
  equal(stderr, `Error: http://127.0.0.1:${port}/health answered more than 1024 bytes.\n`);
  deepEqual({ code, stdout }, { code: 1, stdout: "" });
});

Deno.test("--key prints the local key, and fails for a hosted server", async () => {
  const key = "0123456789abcdef";
  const local = await runServer(["--key"], { LAYERWRIGHT_API_KEY: key });
  equal(local.stdout, `${key}\n`);
  const hosted = await runServer(["--key"], { LAYERWRIGHT_MODE: "hosted" });
  equal(hosted.code, 1);
  equal(
    hosted.stderr,
    "Error: A hosted server has no API key of its own.\nHint: Each person creates API keys on the server's page /keys\n",
  );
});

Deno.test("--version prints the version", async () => {
  equal((await runServer(["--version"])).stdout, `layerwright-server ${VERSION}\n`);
});
