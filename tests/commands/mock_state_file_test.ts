import { deepEqual, equal, match } from "node:assert/strict";
import { join } from "node:path";
import { exists, readRegularFile } from "../../commands/disk_host.ts";
import { openStateFile } from "../../commands/mock_state_file.ts";
import { mockApp } from "../../mock/mock_app.ts";
import { MockState } from "../../mock/mock_state.ts";
import { writeOutput } from "../../workspace/output_file.ts";
import { checkedSpec } from "../generators/written_projects.ts";
import { runCommand } from "../../tools/run_command.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";

const SPEC = checkedSpec(`{ "routes": { "a": {
  "methods": { "GET": {}, "POST": {} },
  "subroutes": { "item": { "path": "/{id:int}", "methods": { "GET": {} } } }
} } }`);

/** Opens a state file of a folder. `writes` counts how often it was written. */
function opened(cwd: string, typed = "state.json") {
  const failures: string[] = [];
  let writes = 0;
  const host = {
    exists,
    readRegularFile,
    writeOutput(...args: Parameters<typeof writeOutput>) {
      writes++;
      return writeOutput(...args);
    },
  };
  const state = openStateFile(host, { cwd, typed }, (each) => failures.push(each));
  if (!(state instanceof MockState)) throw new Error(state.message);
  const app = mockApp(SPEC, state);
  const create = async () => {
    const { status, body } = await app({
      method: "POST",
      target: "/a",
      scheme: "http",
      host: "localhost",
      contentType: "application/json",
      header: () => null,
      body: () => Promise.resolve(new TextEncoder().encode("{}")),
    });
    return { status, text: new TextDecoder().decode(body).trimEnd() };
  };
  return { create, failures, writes: () => writes };
}

Deno.test("a state file has every acknowledged change, and the next start reads it", () =>
  inTemporaryFolder(async (cwd) => {
    const first = opened(cwd);
    equal(exists(join(cwd, "state.json")), false);
    const answers = await Promise.all(Array.from({ length: 50 }, first.create));
    deepEqual(answers.map(({ status }) => status), Array(50).fill(201));
    equal(first.writes() < 10, true, "changes that come together are saved together");
    const second = opened(cwd);
    deepEqual(await second.create(), { status: 201, text: '{"id":51}' });
    deepEqual([...Deno.readDirSync(cwd)].map(({ name }) => name), ["state.json"]);
  }));

Deno.test("a state file that another program changed is not overwritten", () =>
  inTemporaryFolder(async (cwd) => {
    const path = join(cwd, "state.json");
    const { create, failures } = opened(cwd);
    equal((await create()).status, 201);
    await Deno.writeTextFile(path, "mine");
    const { status, text } = await create();
    equal(status, 500);
    match(text, /was not saved: another program changed state.json\./);
    equal(await Deno.readTextFile(path), "mine");
    deepEqual(failures, ["The state was not saved: another program changed state.json."]);
    await Deno.remove(path);
    deepEqual(await create(), { status: 201, text: '{"id":3}' });
    match(await Deno.readTextFile(path), /"id":1[^]*"id":2[^]*"id":3/);
  }));

for (const [what, bytes] of [["a text", [109]], ["no text", [0xff]]] as const) {
  Deno.test(`a state file with ${what} that another program created is not overwritten`, () =>
    inTemporaryFolder(async (cwd) => {
      const { create, failures } = opened(cwd);
      const path = join(cwd, "state.json");
      await Deno.writeFile(path, new Uint8Array(bytes));
      equal((await create()).status, 500);
      deepEqual([...await Deno.readFile(path)], bytes);
      deepEqual(failures, ["The state was not saved: another program changed state.json."]);
    }));
}

Deno.test("the response to a change says if it was not saved", () =>
  inTemporaryFolder(async (cwd) => {
    await Deno.mkdir(join(cwd, "folder"));
    const { create } = opened(cwd, "folder/state.json");
    await Deno.remove(join(cwd, "folder"));
    const { status, text } = await create();
    equal(status, 500);
    match(text, /was not saved: cannot write folder\/state\.json \(No such file/);
  }));

Deno.test({
  name: "a pipe is refused as a state file, because reading it would wait for a writer",
  ignore: Deno.build.os === "windows",
  fn: () =>
    inTemporaryFolder(async (cwd) => {
      equal((await runCommand("mkfifo", [join(cwd, "pipe.json")])).code, 0);
      const host = { exists, readRegularFile, writeOutput };
      const refused = openStateFile(host, { cwd, typed: "pipe.json" }, () => {});
      if (refused instanceof MockState) throw new Error("accepted");
      equal(refused.message, "Cannot use 'pipe.json' as a state file (not a regular file).");
    }),
});
