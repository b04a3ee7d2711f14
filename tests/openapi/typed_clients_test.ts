/**
 * Typed clients that other generators create from documents: the clients pass the type check, and
 * call the generated apps.
 */

import { deepEqual, equal } from "node:assert/strict";
import { join } from "node:path";
import { specToOpenApi } from "../../mod.ts";
import { runCommand } from "../../tools/run_command.ts";
import { withProjects } from "../generators/written_projects.ts";
import { npmPackages } from "../tools/npm_program.ts";
import { withServedProjects } from "../tools/served_projects.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { type DocumentRequest, documentRequests } from "./document_requests.ts";
import { plainSpecs } from "./plain_specs.ts";

const PACKAGES = [
  "typescript@5.9.3",
  "openapi-typescript@7.13.0",
  "openapi-fetch@0.17.0",
  "@hey-api/openapi-ts@0.99.0",
];

const SPECS = 50;

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    target: "es2022",
    module: "esnext",
    moduleResolution: "bundler",
    lib: ["es2023", "dom", "dom.iterable"],
    types: [],
    skipLibCheck: true,
    noEmit: true,
    allowImportingTsExtensions: true,
  },
  include: ["*/*.ts"],
};

/** Returns a module that calls `openapi-fetch` with the types of `openapi-typescript`. */
function fetchCalls(requests: readonly DocumentRequest[], address: string): string {
  const calls = requests.map(({ method, template, parameters, query, headers, body }) => {
    const params = [
      ...(parameters === "{}" ? [] : [`path: ${parameters}`]),
      ...(query === "{}" ? [] : [`query: ${query}`]),
      ...(headers === "{}" ? [] : [`header: ${headers}`]),
    ];
    const options = [
      ...(params.length === 0 ? [] : [`params: { ${params.join(", ")} }`]),
      ...(body === null ? [] : [`body: ${body}`]),
    ];
    return `statuses.push((await client.${method}(${JSON.stringify(template)}, { ${
      options.join(", ")
    } })).response.status);\n`;
  });
  return `import createClient from "openapi-fetch";
import type { paths } from "./types.ts";
const client = createClient<paths>({ baseUrl: ${JSON.stringify(address)} });
export const statuses: number[] = [];
${calls.join("")}`;
}

/** Matches a function of the client of `@hey-api/openapi-ts`. */
const FUNCTION = /export const (\w+) = .*?\.(get|post|put|delete)<[^]*?url: '([^']*)'/g;

/** Returns a module that calls the functions of a client of `@hey-api/openapi-ts`. */
function sdkCalls(sdk: string, requests: readonly DocumentRequest[], address: string): string {
  const names = new Map(
    [...sdk.matchAll(FUNCTION)].map(([, name, method = "", url]) =>
      [`${method.toUpperCase()} ${url}`, name] as const
    ),
  );
  const calls = requests.map(({ method, template, parameters, query, headers, body }) => {
    const options = [
      `baseUrl: ${JSON.stringify(address)}`,
      ...(parameters === "{}" ? [] : [`path: ${parameters}`]),
      ...(query === "{}" ? [] : [`query: ${query}`]),
      ...(headers === "{}" ? [] : [`headers: ${headers}`]),
      ...(body === null ? [] : [`body: ${body}`]),
    ];
    const name = names.get(`${method} ${template}`) ?? `missing /* ${method} ${template} */`;
    return `statuses.push((await sdk.${name}({ ${options.join(", ")} })).response?.status);\n`;
  });
  return `import * as sdk from "./sdk/index.ts";
export const statuses: (number | undefined)[] = [];
${calls.join("")}`;
}

async function run(program: string, args: readonly string[], cwd: string): Promise<string> {
  const { code, stdout, stderr } = await runCommand(program, args, { cwd });
  equal(code, 0, (stdout + stderr).slice(0, 5_000));
  return stdout;
}

/** Writes both clients of a document with their calls to a folder. */
async function writeClients(
  document: string,
  address: string,
  { folder, programs }: { readonly folder: string; readonly programs: string },
): Promise<void> {
  Deno.mkdirSync(folder);
  Deno.writeTextFileSync(join(folder, "openapi.json"), document);
  const requests = documentRequests(document);
  await run(join(programs, "openapi-typescript"), ["openapi.json", "-o", "types.ts"], folder);
  const args = ["-i", "openapi.json", "-o", "sdk", "-c", "@hey-api/client-fetch", "--silent"];
  await run(join(programs, "openapi-ts"), args, folder);
  const sdk = Deno.readTextFileSync(join(folder, "sdk", "sdk.gen.ts"));
  Deno.writeTextFileSync(join(folder, "fetch_calls.ts"), fetchCalls(requests, address));
  Deno.writeTextFileSync(join(folder, "sdk_calls.ts"), sdkCalls(sdk, requests, address));
}

Deno.test({
  name: "clients of openapi-typescript and @hey-api/openapi-ts type-check, and call the apps",
  ignore: !IS_FULL_TIER,
  async fn() {
    const specs = plainSpecs(SPECS);
    const packages = await npmPackages(PACKAGES);
    const programs = join(packages, "node_modules", ".bin");
    await inTemporaryFolder((home) =>
      withProjects(specs, (folders) =>
        withServedProjects(folders, async (addresses) => {
          Deno.symlinkSync(join(packages, "node_modules"), join(home, "node_modules"));
          Deno.writeTextFileSync(join(home, "tsconfig.json"), JSON.stringify(TSCONFIG));
          const expected: Record<string, readonly number[]> = {};
          for (const [at, spec] of specs.entries()) {
            const { data } = await specToOpenApi(spec);
            const document = data?.document ?? "";
            const folder = join(home, `c${at}`);
            await writeClients(document, addresses[at] ?? "", { folder, programs });
            for (const calls of ["fetch_calls", "sdk_calls"]) {
              expected[`c${at}/${calls}`] = documentRequests(document).map(({ status }) => status);
            }
          }
          await run(join(programs, "tsc"), ["-p", "tsconfig.json"], home);
          deepEqual(await statusesOf(Object.keys(expected), home), expected);
        }))
    );
  },
});

/** Runs modules with calls; returns the statuses that each of them got. */
async function statusesOf(modules: readonly string[], home: string): Promise<unknown> {
  const imports = modules.map((name) =>
    `found[${JSON.stringify(name)}] = (await import("./${name}.ts")).statuses;\n`
  );
  const main = `const found = {};\n${imports.join("")}console.log(JSON.stringify(found));\n`;
  Deno.writeTextFileSync(join(home, "main.js"), main);
  const args = ["run", "-A", "--no-check", "--sloppy-imports", "--node-modules-dir=manual"];
  return JSON.parse(await run(Deno.execPath(), [...args, "main.js"], home));
}
