/** The playground's page and its assets. */

import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { EXAMPLE_SPEC } from "../../../hosted/http/playground_example.ts";
import { playgroundAssets } from "../../../hosted/http/playground_assets.ts";
import { PlaygroundPage } from "../../../hosted/pages/playground.tsx";
import { validateSpec } from "../../../mod.ts";
import { forEachServed, withDatabase } from "../storage/on_both.ts";
import { unescaped } from "./browser.ts";
import { havePlayground } from "./built_playground.ts";
import { hostedApp } from "./hosted_app.ts";

await havePlayground();

/** Returns the paths of a page's assets. */
function partsOf(html: string): readonly string[] {
  return [...html.matchAll(/(?:src|href|data-worker)="(\/playground\/[^"]+)"/g)]
    .map(([, path = ""]) => path);
}

forEachServed("the playground is public, and the home page without a login", async (database) => {
  const app = await hostedApp(database);
  const owner = await app.owner();
  for (const [browser, path] of [[app.browser(), "/"], [owner, "/playground"]] as const) {
    const { status, html } = await browser.open(path);
    equal(status, 200);
    match(html, /<h1>Playground<\/h1>/);
    equal(partsOf(html).length, 3);
    equal(unescaped(/<textarea[^>]*>([^<]*)</.exec(html)?.[1] ?? ""), EXAMPLE_SPEC);
  }
  match((await owner.open("/")).html, /<h1>Overview<\/h1>/);
  match((await owner.open("/")).html, /<a href="\/playground">/);
});

Deno.test("the playground's first spec is valid", () => {
  deepEqual(validateSpec(EXAMPLE_SPEC).diagnostics, []);
});

Deno.test("assets are immutable, compressed, and have an empty policy", () =>
  withDatabase("sqlite", async (database) => {
    const app = await hostedApp(database);
    const browser = app.browser();
    for (const path of partsOf((await browser.open("/playground")).html)) {
      const plain = await browser.request(path);
      const text = await plain.text();
      equal(plain.status, 200);
      equal(plain.headers.get("cache-control"), "public, max-age=31536000, immutable");
      equal(plain.headers.get("vary"), "Accept-Encoding");
      equal(plain.headers.get("content-security-policy"), "default-src 'none'");
      equal(plain.headers.get("content-encoding"), null);
      for (
        const [accepted, encoding, decode] of [
          ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
          ["gzip", "gzip", gunzipSync],
          ["br;q=0, gzip", "gzip", gunzipSync],
        ] as const
      ) {
        const packed = await browser.request(path, { headers: { "accept-encoding": accepted } });
        equal(packed.headers.get("content-encoding"), encoding);
        const bytes = await packed.bytes();
        ok(bytes.length < text.length * 0.6, `${path} ${encoding} ${bytes.length}`);
        equal(new TextDecoder().decode(decode(bytes)), text);
      }
    }
  }));

Deno.test("an asset with another hash is not found and not cached", () =>
  withDatabase("sqlite", async (database) => {
    const app = await hostedApp(database);
    const paths = ["page.js", "page-0000000000000000.js", "..%2f..%2fdeno.json", "worker.js.map"];
    for (const name of paths) {
      const response = await app.browser().request(`/playground/${name}`);
      equal(response.status, 404, name);
      equal(response.headers.get("cache-control"), "no-store");
    }
  }));

/**
 * Leaves out the requests of the page that projects get, which the scripts have as a text. The code of
 * the scripts is minified, so it has no such spaces.
 */
function withoutDocsPage(script: string): string {
  return script.replaceAll("const response = await fetch(", "");
}

Deno.test("the scripts never turn text into HTML or code, and send no requests", async () => {
  const { scripts } = await playgroundAssets();
  const [page, worker] = [scripts?.page.text ?? "", scripts?.worker.text ?? ""];
  match(page, /textContent/);
  match(worker, /layerwright generate route/);
  doesNotMatch(page, /(?:inner|outer)HTML|insertAdjacentHTML|document\.write|srcdoc|DOMParser/);
  for (const text of [page, worker].map(withoutDocsPage)) {
    doesNotMatch(text, /\bFunction\b|\beval\(/);
    doesNotMatch(text, /\bfetch\(|XMLHttpRequest|WebSocket|sendBeacon|importScripts|\bimport\(/);
  }
});

Deno.test("without built scripts, the page shows how to build them", async () => {
  const assets = { ...await playgroundAssets(), scripts: null };
  const visitor = { person: null, said: null, tokenOf: () => "" };
  const html = String(await PlaygroundPage({ visitor, assets }));
  match(html, /deno task build:playground/);
  match(html, /layerwright generate api shop/);
  doesNotMatch(html, /<script|<textarea/);
});
