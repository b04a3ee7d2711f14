/**
 * The steps of a generated Dockerfile, in a folder in place of an image: only what `.dockerignore`
 * lets through is copied, a virtual environment stands for the base image, and the app runs as
 * another user, who can write nowhere in it.
 */

import { deepEqual, equal, match } from "node:assert/strict";
import { basename, join } from "node:path";
import { generateApi } from "../../actions/generate_api.ts";
import { generateDocs } from "../../actions/generate_docs.ts";
import { freePort } from "../../tools/free_port.ts";
import { run } from "../../tools/run.ts";
import { createMemoryWorkspace } from "../../workspace/memory_workspace.ts";
import { testInFullTier } from "../tools/tier.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { writeFiles } from "../workspace/tree.ts";

const SPEC = {
  routes: {
    products: {
      type: "GET",
      query: { "q?": "tea" },
      list: { filter: ["name"] },
      mock: [{ id: 1, name: "Teapot" }],
    },
    orders: { type: "POST", body: { product: 1 } },
  },
} as const;

/** An instruction of a Dockerfile. */
interface Instruction {
  readonly name: string;
  readonly words: string;
}

function instructionsOf(dockerfile: string): readonly Instruction[] {
  return dockerfile.split("\n").flatMap((line) => {
    const [, name = "", words = ""] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    return name === "" ? [] : [{ name, words }];
  });
}

/** Returns the names in a folder that its `.dockerignore` lets through. */
function sentNames(folder: string): readonly string[] {
  const lines = Deno.readTextFileSync(join(folder, ".dockerignore")).trim().split("\n");
  equal(lines[0], "*");
  return lines.flatMap((line) => line.startsWith("!") ? [line.slice(1)] : []);
}

/** Runs the steps that build an image, and returns those that say how to run it. */
async function built(project: string, app: string, bin: string) {
  const sent = sentNames(project);
  const env: Record<string, string> = { PATH: `${bin}:/usr/bin:/bin` };
  const commands: Record<string, readonly string[]> = {};
  for (const { name, words } of instructionsOf(Deno.readTextFileSync(`${project}/Dockerfile`))) {
    if (name === "COPY") {
      const [from = "", to = ""] = words.split(" ");
      deepEqual([from].filter((each) => !sent.includes(each)), []);
      await run("cp", ["-r", join(project, from), join(app, to === "." ? basename(from) : to)]);
    } else if (name === "RUN") {
      await run("sh", ["-c", words], { cwd: app, env });
    } else if (name === "ENV") {
      for (const each of words.split(" ")) {
        const [key = "", value = ""] = each.split("=");
        env[key] = value;
      }
    } else if (name === "CMD" || name === "HEALTHCHECK") {
      commands[name] = JSON.parse(words.slice(words.indexOf("[")));
    }
  }
  return { env, start: commands["CMD"] ?? [], health: commands["HEALTHCHECK"] ?? [] };
}

/** The options of a process without rights on this computer's files. */
const OTHER_USER = Deno.uid() === 0 ? { uid: 10_001, gid: 10_001 } : {};

testInFullTier(
  "an app in a container serves its documentation",
  () =>
    inTemporaryFolder(async (folder) => {
      const project = join(folder, "project");
      const app = join(folder, "app");
      const python = join(folder, "python");
      const workspace = createMemoryWorkspace();
      await generateApi(workspace, "shop", SPEC, { isInside: true });
      await generateDocs(workspace);
      Deno.mkdirSync(project);
      writeFiles(project, Object.fromEntries(workspace.files()));
      await run("/usr/bin/python3", ["-m", "venv", python]);
      Deno.mkdirSync(app);
      const { env, start, health } = await built(project, app, join(python, "bin"));
      await run("chmod", ["-R", "a+rX,a-w", app]);
      Deno.chmodSync(folder, 0o755);
      const port = String(freePort());
      const here = (words: readonly string[]) =>
        words.map((each) => each.replace("0.0.0.0", "127.0.0.1").replace(":8080", `:${port}`));
      const [program = "", ...args] = here(start);
      const options = { cwd: app, env, clearEnv: true, ...OTHER_USER } as const;
      const server = new Deno.Command(join(python, "bin", program), {
        ...options,
        args,
        stdout: "null",
        stderr: "piped",
      }).spawn();
      const log = server.stderr.pipeThrough(new TextDecoderStream()).getReader();
      try {
        await untilListening(log);
        const origin = `http://127.0.0.1:${port}`;
        const page = await fetch(`${origin}/-/docs`);
        match(page.headers.get("content-security-policy") ?? "", /^default-src 'none'/);
        match(await page.text(), /<ul id="endpoints">/);
        const document = await (await fetch(`${origin}/-/openapi.json`)).json();
        deepEqual(Object.keys(document.paths), ["/orders", "/products"]);
        for (const file of ["script.js", "style.css"]) {
          const response = await fetch(`${origin}/-/docs/${file}`);
          equal(response.status, 200, file);
          await response.body?.cancel();
        }
        const list = await fetch(`${origin}/products?name=Teapot`);
        deepEqual([list.headers.get("x-total-count"), await list.json()], [
          "1",
          SPEC.routes.products.mock,
        ]);
        const [check = "", ...checked] = here(health);
        const healthy = await new Deno.Command(join(python, "bin", check), {
          ...options,
          args: checked,
        }).output();
        equal(healthy.code, 0, new TextDecoder().decode(healthy.stderr));
      } finally {
        server.kill("SIGTERM");
        const { code } = await server.status;
        await log.cancel();
        equal(code, 0);
      }
    }),
);

/** Reads the log of a server until it listens. */
async function untilListening(log: ReadableStreamDefaultReader<string>): Promise<void> {
  let text = "";
  while (!text.includes("Listening at")) {
    const { value, done } = await log.read();
    if (done) throw new Error(`The server ended\n${text}`);
    text += value;
  }
}
