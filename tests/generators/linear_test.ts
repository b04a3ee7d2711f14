import { equal } from "node:assert/strict";
import { parseJson } from "../../core/json.ts";
import { orderDefinitions } from "../../generators/edits/definition_order.ts";
import { Conventions } from "../../generators/handlers/conventions.ts";
import { addedEndpoint, type PlacedEndpoint } from "../../generators/code/endpoint.ts";
import { Handlers } from "../../generators/compare/handlers.ts";
import { mergeModule, wantedSymbols } from "../../generators/edits/merge_module.ts";
import { inferModels } from "../../generators/code/models.ts";
import { companionPaths } from "../../generators/handlers/route_companions.ts";
import { removeUnusedImports } from "../../python/unused_imports.ts";
import { readFlaskModule } from "../../project/routing/flask_module.ts";
import { DEFAULT_LAYOUT } from "../../project/layout/layout.ts";
import { symbolHashes } from "../../project/facts/code_hash.ts";
import { readPython } from "../../python/python_module.ts";
import type { EndpointSpec } from "../../spec/api_spec.ts";
import { assertLinear } from "../tools/counted_work.ts";

function repeated(count: number, text: (index: number) => string, between = ""): string {
  return Array.from({ length: count }, (_, index) => text(index)).join(between);
}

/** Returns a generated service with a number of methods, each with its own model. */
function service(count: number, answer = "1"): string {
  const names = repeated(count, (i) => `    A${i}Model,\n`);
  const methods = repeated(
    count,
    (i) => `    def get_${i}(self, data: Any) -> A${i}Model:\n        return {"a": ${answer}}\n`,
    "\n",
  );
  return `from typing import Any\n\nfrom api.models.a_model import (\n${names})\n\n\n` +
    `class AService:\n${methods}`;
}

/** Returns similar functions, such as handlers or tests. */
function handlers(count: number): string {
  const functions = repeated(
    count,
    (i) => `\n\n@a_bp.get("/s${i}")\ndef get_${i}() -> Response:\n    return jsonify(${i})\n`,
  );
  return `from flask import Response, jsonify\n\na_bp = 1\n${functions}`;
}

function models(count: number): string {
  return "from typing import TypedDict\n" +
    repeated(count, (i) => `\n\nclass A${i}Model(TypedDict):\n    a: int\n`);
}

/** Merges a generated module into an existing one whose definitions all count as unedited. */
function merging(existing: string, generated: string): () => unknown {
  const known = symbolHashes(existing);
  const follow = () => "follow" as const;
  return () =>
    equal(
      mergeModule(existing, {
        wanted: wantedSymbols(generated),
        known: known,
        policyOf: follow,
      }).kind,
      "merged",
    );
}

function placed(endpoint: EndpointSpec): PlacedEndpoint {
  return { ...endpoint, subroute: "sale", path: "/sale" };
}

/** Returns the conventions of handlers that have a decorator. */
function conventionsOf(text: string): () => unknown {
  const module = readPython(text);
  const flask = readFlaskModule(text);
  const endpoint = addedEndpoint("a", placed({ method: "GET", status: 200, mock: null }));
  const service = { className: "AService", expression: "service()", methods: new Set(["get"]) };
  const modules = [{ module, flask, endpoints: flask.endpoints }] as const;
  return () => new Conventions(modules, service).of(endpoint);
}

/** Work on texts that grow with a size, each in one way. */
const WORK: Readonly<Record<string, (size: number) => () => unknown>> = {
  "models of objects that share no keys": (size) => {
    const mock = parseJson(`[${repeated(size, (i) => `{"a":1,"k${i}":1}`, ",")}]`);
    const endpoint = addedEndpoint("a", placed({ method: "GET", status: 200, mock }));
    return () => inferModels([endpoint]);
  },
  "models of one name": (size) => {
    const endpoints = Array.from(
      { length: size },
      () => addedEndpoint("a", placed({ method: "GET", status: 200, mock: parseJson('{"a":1}') })),
    );
    return () => inferModels(endpoints);
  },
  "definitions that each need the next one": (size) => {
    const text = repeated(size, (i) => `class A${i}:\n    a: A${i + 1}\n\n\n`);
    const names = new Set(Array.from({ length: size }, (_, index) => `A${index}`));
    return () => orderDefinitions(text, names, names);
  },
  "imports that nothing uses any more": (size) => {
    const imports = repeated(size, (i) => `from a import b${i}\n`);
    const code = repeated(size, (i) => `b${i}()\n`);
    return () => removeUnusedImports(`${imports}\n\nc = 1\n`, code);
  },
  "new methods beside one that people wrote": (size) =>
    merging(`${service(1)}\n    def own(self):\n        return 'a'\n`, service(size)),
  "new methods where their models' names are taken": (size) =>
    merging(`${service(1)}\n${repeated(size, (i) => `A${i + 1}Model = 1\n`)}`, service(size)),
  "new methods where modules are imported whole": (size) =>
    merging(
      `import flask\n\n\nclass AService:\n    def own(self):\n        return 1\n`,
      service(size),
    ),
  "methods that are others now": (size) => merging(service(size), service(size, "2")),
  "new functions": (size) => merging(`${handlers(1)}\n\nb = 1\n`, handlers(size)),
  "new functions between those that are there": (size) =>
    merging(
      handlers(2 * size).replace(/\n\n@a_bp.get\("\/s\d*[02468]"\)[^@]*/g, ""),
      handlers(2 * size),
    ),
  "new models": (size) => merging("b = 1\n", models(size)),
  "handlers that share a decorator": (size) =>
    conventionsOf(
      handlers(size).replaceAll("def get_", '@limited("5/minute", by=lambda: user)\ndef get_'),
    ),
  "handlers that each have a decorator of their own": (size) =>
    conventionsOf(handlers(size).replaceAll(/def get_(\d+)/g, "@limited($1)\n$&")),
  "a handler with many decorators": (size) =>
    conventionsOf(
      handlers(2).replaceAll("def get_", `${repeated(size, (i) => `@limited(${i})\n`)}def get_`),
    ),
  "a handler that answers with calls in each other": (size) =>
    conventionsOf(
      handlers(2).replaceAll(
        /jsonify\(\d\)/g,
        `${repeated(size, () => "f(")}service().get()${repeated(size, () => ")")}`,
      ),
    ),
  "names from a module with a long name": (size) => {
    const names = repeated(size, (i) => `b${i}`, ", ");
    const text = `from api.${repeated(size, () => "a", ".")} import ${names}\n`;
    return () => companionPaths(DEFAULT_LAYOUT.routePaths("a").route, text);
  },
  "handlers of one name that moved to other paths": (size) => {
    const names = Array.from({ length: size }, (_, i) => `r${i}`);
    const routes = names.map((name) => {
      const file = `api/routes/${name}_route.py`;
      const served = { methods: ["GET"], path: `/v2/${name}`, handler: "get", registered: true };
      return { name, file, endpoints: [{ ...served, file, line: 1 }] };
    });
    const pairs = names.map((route) => {
      const definitions = [{ layer: "route", name: "get", hash: "" }] as const;
      const decided = { origin: "spec", input: null, kept: null } as const;
      const recorded = {
        method: "GET",
        path: `/${route}`,
        subroute: null,
        ...decided,
        definitions,
      };
      return { route, wanted: null, recorded };
    });
    return () => equal(new Handlers(routes, pairs).rest().length, 0);
  },
};

for (const [what, prepare] of Object.entries(WORK)) {
  Deno.test(`generating runs in linear time: ${what}`, async () => {
    await assertLinear(prepare, 250);
  });
}
