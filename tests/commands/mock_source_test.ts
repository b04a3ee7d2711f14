import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import { exists, readFile, readRegularFile, realPath } from "../../commands/disk_host.ts";
import type { Host } from "../../commands/host.ts";
import { readMockSource } from "../../commands/mock_source.ts";
import { endpointName, specContracts } from "../../spec/spec_contract.ts";
import { createDiskWorkspace } from "../../workspace/disk_workspace.ts";
import { repositoryTop } from "../../workspace/repository_top.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { writeFiles } from "../workspace/tree.ts";
import { runHere } from "./run_here.ts";

const SPEC = '{"routes": {"orders": {"type": "GET", "mock": [1]}}}';

/** Reads what `mock` serves in a folder: its facts, or the messages and hints of the failure. */
async function found(cwd: string, file?: string) {
  const disk = { exists, readFile, readRegularFile, realPath, repositoryTop };
  const host = { ...disk, cwd, workspace: createDiskWorkspace } as unknown as Host;
  const source = await readMockSource({ host, cwd: () => cwd }, file);
  if (source.kind === "failure") {
    return source.diagnostics.map(({ message, hint }) => `${message} ${hint}`);
  }
  const { spec, name, title, path, omitted } = source;
  return {
    endpoints: specContracts(spec).map(endpointName),
    name,
    title,
    path,
    omitted: omitted.map(({ what }) => what),
  };
}

/** Gives a test a folder with the project `shop`, generated from a spec in the project's folder. */
async function inProject(test: (project: string) => Promise<void>): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const project = join(folder, "shop");
    writeFiles(project, { "spec.json": SPEC });
    const args = ["generate", "api", "shop", "--json", "shop/spec.json"];
    const { code, stderr } = await runHere(args, { cwd: folder });
    equal(code, 0, stderr);
    await test(project);
  });
}

Deno.test("mock serves the spec that the project records, from any folder of the project", async () => {
  await inProject(async (project) => {
    const changed = SPEC.replace("orders", "users");
    await Deno.writeTextFile(join(project, "spec.json"), changed);
    const path = join(project, "spec.json");
    const facts = { endpoints: ["GET /users"], title: "spec", path, omitted: [] };
    deepEqual(await found(project), { ...facts, name: "spec.json" });
    deepEqual(await found(join(project, "api/routes")), { ...facts, name: "../../spec.json" });
    await Deno.writeTextFile(join(project, "other.json"), SPEC);
    const other = { name: "other.json", title: "other", path: join(project, "other.json") };
    deepEqual(await found(project, "other.json"), {
      ...facts,
      ...other,
      endpoints: ["GET /orders"],
    });
  });
});

Deno.test("mock names a recorded spec that does not exist, and the way on", async () => {
  await inProject(async (project) => {
    await Deno.remove(join(project, "spec.json"));
    deepEqual(await found(project), [
      "The project's spec 'spec.json' does not exist. " +
      "Name another file: layerwright mock <spec_file>. " +
      "To serve the code: layerwright export spec | layerwright mock -",
    ]);
  });
});

const APP = `import time

app = Flask(__name__)

@app.get("/ping")
def ping():
    return {"ok": True}

@app.get("/now")
def now():
    return {"at": time.time()}
`;

Deno.test("mock serves what the code says if the project records no spec", async () => {
  await inTemporaryFolder(async (folder) => {
    const project = join(folder, "shop");
    writeFiles(project, { "app.py": APP });
    deepEqual(await found(project), {
      endpoints: ["GET /ping", "GET /now"],
      name: "shop (its code)",
      title: "shop",
      path: null,
      omitted: ["mock of GET /now"],
    });
    await Deno.writeTextFile(join(project, "app.py"), "");
    deepEqual(await found(project), [
      "Project 'shop' has no endpoint that a spec can describe. null",
    ]);
  });
});

Deno.test("mock says how to name a spec if there is no project", async () => {
  await inTemporaryFolder(async (folder) => {
    deepEqual(await found(folder), [
      "Nothing to serve: no file is named, and no project is here or above. " +
      "Name a spec: layerwright mock shop.json. 'layerwright help spec' shows how to write one",
    ]);
  });
});
