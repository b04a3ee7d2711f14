/** The page with setup instructions, which match the wizard's entries. */

import { equal, match, ok } from "node:assert/strict";
import { FORMATS } from "../../../formats/formats.ts";
import { MANUAL_CLIENTS, WRITABLE_CLIENTS } from "../../../setup/clients/clients.ts";
import { guideTo, KEY_PLACEHOLDER } from "../../../setup/guide.ts";
import { withDatabase } from "../storage/on_both.ts";
import { unescaped } from "./browser.ts";
import { hostedApp } from "./hosted_app.ts";

const URL = "https://layerwright.example.com/mcp";

Deno.test("the page lists each agent with the server's address", () =>
  withDatabase("sqlite", async (database) => {
    const app = await hostedApp(database, { origin: "https://layerwright.example.com" });
    const { html } = await (await app.owner()).open("/connect");
    const text = unescaped(html);
    match(text, /layerwright setup --url https:\/\/layerwright\.example\.com\/mcp</);
    const isShown = (name: string) => html.includes(`<summary>${name}</summary>`);
    const guided = guideTo(URL);
    ok(guided.every(({ name }) => isShown(name)));
    for (const { files, commands, steps, paste } of guided) {
      const texts = [...files, ...commands].map((each) => each.text.trimEnd());
      for (const each of [...texts, ...steps, ...paste === null ? [] : [paste]]) {
        ok(text.includes(each), each);
      }
    }
    const script = await app.browser().request("/copy.js");
    equal(script.headers.get("content-type"), "text/javascript; charset=utf-8");
    await script.body?.cancel();
  }));

Deno.test("guideTo() has every client that accepts an address", () => {
  const ids = new Set(guideTo(URL).map(({ id }) => id));
  const without = [...WRITABLE_CLIENTS, ...MANUAL_CLIENTS].filter(({ id }) => !ids.has(id));
  for (const { id, ...client } of without) {
    ok("forms" in client && client.forms.every(({ entry, retired }) => !entry || retired), id);
  }
});

Deno.test("guideTo() returns files that contain the server's entry", () => {
  let seen = 0;
  const guides = new Map(guideTo(URL).map(({ id, files }) => [id, files]));
  for (const { id, forms } of WRITABLE_CLIENTS) {
    for (const { scope, format, text } of guides.get(id) ?? []) {
      seen++;
      const form = forms.find((each) => each.scope === scope && each.retired === undefined);
      ok(form !== undefined);
      const { container, kind } = form;
      const read = FORMATS[format].read(text, { container, kind, name: "layerwright" });
      ok(read.kind === "read" && JSON.stringify(read.entry)?.includes(URL), `${id} ${text}`);
      ok(text.includes(KEY_PLACEHOLDER) !== text.includes("LAYERWRIGHT_API_KEY"), id);
    }
  }
  ok(seen > 20, `Only ${seen} files`);
});
