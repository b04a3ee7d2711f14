/** Prism as a validating proxy in front of generated apps. */

import { deepEqual, match } from "node:assert/strict";
import { join } from "node:path";
import { specToOpenApi } from "../../mod.ts";
import { withProjects } from "../generators/written_projects.ts";
import { npmProgram } from "../tools/npm_program.ts";
import { withServedProjects } from "../tools/served_projects.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { type DocumentRequest, documentRequests } from "./document_requests.ts";
import { plainSpecs } from "./plain_specs.ts";

const PRISM = { package: "@stoplight/prism-cli@5.16.0", bin: "prism", node: [20, 0] } as const;

const SPECS = 20;

interface Proxied {
  readonly status: number;
  /** The violations that Prism reports; `null` if there are none. */
  readonly violations: string | null;
}

/** Sends requests through Prism, which compares them and their responses with a document. */
async function throughPrism(
  document: string,
  upstream: string,
  requests: readonly DocumentRequest[],
): Promise<readonly Proxied[]> {
  const { program, path } = await npmProgram(PRISM);
  return await inTemporaryFolder(async (folder) => {
    const file = join(folder, "openapi.json");
    Deno.writeTextFileSync(file, document);
    const child = new Deno.Command(program, {
      args: ["proxy", file, upstream, "--port", "0", "--host", "127.0.0.1"],
      env: { PATH: path },
      stdin: "null",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    const output = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const address = await listening(output);
    const drained = drain(output);
    try {
      const found: Proxied[] = [];
      for (const { method, path, headers, body } of requests) {
        const response = await fetch(address + path, {
          method,
          ...(body !== null && { body }),
          headers: {
            ...(body !== null && { "Content-Type": "application/json" }),
            ...sentTexts(JSON.parse(headers)),
          },
        });
        await response.arrayBuffer();
        found.push({
          status: response.status,
          violations: response.headers.get("sl-violations"),
        });
      }
      return found;
    } finally {
      child.kill();
      await Promise.all([child.status, drained]);
    }
  });
}

/** Waits until Prism prints its address. */
async function listening(output: ReadableStreamDefaultReader<string>): Promise<string> {
  let text = "";
  while (true) {
    const { value, done } = await output.read();
    if (done) throw new Error(`Prism ended\n${text}`);
    text += value;
    const [, address] = /Prism is listening on (http:\/\/[0-9.:]+)/.exec(text) ?? [];
    if (address !== undefined) return address;
  }
}

async function drain(output: ReadableStreamDefaultReader<string>): Promise<void> {
  while (!(await output.read()).done);
}

async function documentOf(spec: string): Promise<string> {
  return (await specToOpenApi(spec)).data?.document ?? "";
}

Deno.test({
  name: "Prism reports nothing over every endpoint of generated apps",
  ignore: !IS_FULL_TIER,
  fn: async () => {
    const specs = plainSpecs(SPECS);
    await withProjects(specs, (folders) =>
      withServedProjects(folders, async (addresses) => {
        for (const [at, spec] of specs.entries()) {
          const document = await documentOf(spec);
          const requests = documentRequests(document);
          const found = await throughPrism(document, addresses[at] ?? "", requests);
          deepEqual(
            found.map((each, at) => ({ ...each, request: requests[at] })),
            requests.map((request) => ({ status: request.status, violations: null, request })),
          );
        }
      }));
  },
});

Deno.test({
  name: "Prism reports an app that is not as its document says",
  ignore: !IS_FULL_TIER,
  fn: async () => {
    const spec = (mock: unknown) => JSON.stringify({ routes: { a: { type: "GET", mock } } });
    await withProjects(
      [spec(["text"])],
      (folders) =>
        withServedProjects(folders, async ([address = ""]) => {
          const document = await documentOf(spec([1]));
          const requests = documentRequests(document);
          const [found] = await throughPrism(document, address, requests);
          match(found?.violations ?? "", /must be integer/);
        }),
    );
  },
});

/** Returns the values of headers. Lists have commas. */
function sentTexts(headers: object): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value].flat().join(", ")]),
  );
}
