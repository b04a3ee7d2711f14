/** A page of another origin uses a generated app in Chromium. */

import { deepEqual } from "node:assert/strict";
import { chromium } from "playwright-core";
import { newestFlask } from "../tools/flask_pythons.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { inEditedProject } from "./edited_project.ts";
import { replace } from "../generators/edited_project.ts";

/** The path of Chromium on Debian. */
const CHROMIUM = "/usr/bin/chromium";

const SERVER = `
import sys
from wsgiref.simple_server import make_server
from api import create_app
server = make_server("127.0.0.1", 0, create_app())
print(server.server_port, flush=True)
server.serve_forever()
`;

/** Sends a request that needs a preflight, and returns what the page can read. */
const ASK = `async (url) => {
  try {
    const response = await fetch(url, { headers: { Authorization: "Bearer a" } });
    const read = [response.headers.get("Link"), response.headers.get("X-Request-Id")];
    return [response.status, ...read, await response.json()];
  } catch (problem) {
    return problem.name;
  }
}`;

const guarded = replace(
  "api/__init__.py",
  "    register_blueprints(app)\n",
  `    register_blueprints(app)

    @app.before_request
    def check() -> tuple[str, int] | None:
        return None if "Authorization" in request.headers else ("", 401)

    @app.after_request
    def link(response: Response) -> Response:
        response.headers["Link"] = "</users>; rel=next"
        return response
`,
);

const imports = replace(
  "api/__init__.py",
  "from flask import Flask\n",
  "from flask import Flask, Response, request\n",
);

Deno.test({
  name: "a page in CORS_ORIGINS reads answers of a guarded app, and no other page does",
  ignore: !IS_FULL_TIER,
  fn: () =>
    inEditedProject((files) => imports(guarded(files)), async (cwd) => {
      const page = () =>
        Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => new Response(""));
      await using allowed = page();
      await using other = page();
      const originOf = ({ addr }: { addr: Deno.NetAddr }) => `http://127.0.0.1:${addr.port}`;
      const server = new Deno.Command(newestFlask.interpreter, {
        args: ["-B", "-c", SERVER],
        cwd,
        env: { CORS_ORIGINS: originOf(allowed), LOG_LEVEL: "ERROR" },
        stdout: "piped",
        stderr: "null",
      }).spawn();
      const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
      try {
        const reader = server.stdout.getReader();
        const port = new TextDecoder().decode((await reader.read()).value).trim();
        await reader.cancel();
        const answers = [];
        for (const each of [allowed, other]) {
          const tab = await browser.newPage();
          await tab.goto(originOf(each));
          answers.push(await tab.evaluate(`(${ASK})("http://127.0.0.1:${port}/users")`));
        }
        deepEqual(answers, [[200, "</users>; rel=next", null, { id: 1 }], "TypeError"]);
      } finally {
        await browser.close();
        server.kill();
        await server.status;
      }
    }),
});
