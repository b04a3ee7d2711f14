/** Five everyday jobs of an agent that knows only the tools and what they answer. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import { projectStatus } from "../../mod.ts";
import { specText } from "../commands/code_folder.ts";
import { type Era, ERAS, post, replyOf, unaskedCall } from "../http/messages.ts";
import { projectsIn, type TestedApp, testedApp } from "../http/tested_app.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import type { Args } from "./checked_call.ts";

const MAX_CALLS = 8;

/** Maximum total size of all replies, in bytes. */
const MAX_BYTES = 6_000;

/** An agent that counts its calls and the bytes of the replies. */
class Agent {
  calls = 0;
  bytes = 0;
  readonly #app: TestedApp;
  readonly #era: Era;

  constructor(app: TestedApp, era: Era) {
    this.#app = app;
    this.#era = era;
  }

  /** Calls a tool. @returns The text of the reply. */
  async call(tool: string, args: Args): Promise<string> {
    const response = await this.#app.send(post(unaskedCall(tool, args), this.#era));
    this.calls++;
    this.bytes += (await response.clone().bytes()).length;
    const { content } = Object((await replyOf(response)).result);
    return content[0].text;
  }
}

/** Returns the first match of a pattern's group in a text. */
function found(text: string, pattern: RegExp): string {
  match(text, pattern);
  return pattern.exec(text)?.[1] ?? "";
}

/** Deletes a handler, like a person. */
function deleteHandler(root: string): void {
  const path = join(root, "shop/api/routes/orders_route.py");
  const text = Deno.readTextFileSync(path);
  const rest = text.replace(/@orders_bp\.get\("\/open"\)\n(?:.+\n)+/, "");
  ok(rest.length < text.length);
  Deno.writeTextFileSync(path, rest);
}

for (const era of ERAS) {
  Deno.test(`an agent does five jobs in ${MAX_CALLS} calls and ${MAX_BYTES} bytes, in the ${era} era`, () =>
    inTemporaryFolder(async (root) => {
      const agent = new Agent(testedApp(root), era);
      const project = "shop";
      const spec = JSON.parse(specText("shop.json"));

      // Creates a project from a spec.
      match(
        await agent.call("generate_api", { project, spec }),
        /^Successfully generated API 'shop'/,
      );

      // Adds an endpoint to a route.
      const sale = { project, route: "products", subroute: "sale", mock: [{ id: 1, percent: 20 }] };
      match(await agent.call("generate_subroute", sale), /GET +\/products\/sale +200 +mock/);

      // Changes a mock. The first try adds nothing, and its reply says what to do.
      const mock = { status: "fine", since: 2026 };
      const tried = await agent.call("generate_route", { project, route: "health", mock });
      const [, tool = "", action] =
        /It stays as it is\. (\w+) with action: (\w+) changes its mock/.exec(tried) ?? [];
      const changed = await agent.call(tool, { project, action, route: "health", mock });
      match(changed, /^Changed GET \/health\n/);
      spec.routes.health.mock = mock;

      // Finds what a person deleted, and brings it back.
      deleteHandler(root);
      const status = await agent.call("analyze_project", { project, states: "notable" });
      const [, method, path] = /deleted +(\w+) +(\S+)/.exec(status) ?? [];
      equal(found(status, /^Next: (\w+) with the spec; restore or keep/m), "generate_api");
      const restore = [`${method} ${path}`];
      match(
        await agent.call("generate_api", { project, spec, restore }),
        /new +GET +\/orders\/open/,
      );

      // Renames a route, after a typing mistake.
      const rename = { project, action: "rename_route", new_name: "purchases" };
      const unknown = await agent.call("change_project", { ...rename, route: "order" });
      const route = found(unknown, /Did you mean '(\w+)'\?/);
      match(await agent.call("change_project", { ...rename, route }), /\/orders +-> +\/purchases/);

      console.log(`${era}  ${agent.calls} calls, ${agent.bytes} bytes of replies`);
      ok(agent.calls <= MAX_CALLS, String(agent.calls));
      ok(agent.bytes <= MAX_BYTES, String(agent.bytes));
      const shop = await projectsIn(root).open(project);
      ok(!("severity" in shop));
      const { message, data } = await projectStatus(shop.workspace, project, { spec });
      match(message, /^shop: in order\. 12 endpoints/);
      deepEqual(data?.problems, []);
      const paths = data?.endpoints.map((each) => `${each.method} ${each.path}`) ?? [];
      for (const each of ["GET /products/sale", "GET /purchases", "GET /purchases/open"]) {
        ok(paths.includes(each), each);
      }
      const service = join(root, "shop/api/services/health_service.py");
      match(Deno.readTextFileSync(service), /"since": 2026/);
    }));
}
