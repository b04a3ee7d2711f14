/** The cost for an agent of creating and extending an API of ten routes, in calls and bytes. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { join } from "node:path";
import type { ExpectedEndpoint } from "../generators/written_spec.ts";
import { wrongAnswers } from "../generators/expected_answers.ts";
import { type Asked, type Era, ERAS, post, toolAnswer, unaskedCall } from "../http/messages.ts";
import { type RunningServer, withServer } from "../http/run_server.ts";
import { TOOL_NAMES } from "./tool_cases.ts";

/** Maximum total size of all calls and their replies, in bytes. */
const MAX_BYTES = 7_000;

const MAX_LISTED_BYTES = 6_500;

interface Endpoint {
  readonly type: ExpectedEndpoint["method"];
  readonly mock?: unknown;
}

interface Route extends Endpoint {
  readonly subroutes?: Readonly<Record<string, Endpoint>>;
}

type Routes = Readonly<Record<string, Route>>;

const BOOKSHOP: Routes = {
  books: {
    type: "GET",
    mock: [
      { id: 1, title: "Middlemarch", author: { id: 7, name: "George Eliot" }, price: 12.5 },
      { id: 2, title: "Villette", author: { id: 9, name: "Charlotte Brontë" }, price: 9.99 },
    ],
    subroutes: {
      bestsellers: { type: "GET", mock: [{ rank: 1, book_id: 2, sold: 1412 }] },
      import_list: { type: "POST", mock: { accepted: 120, rejected: 3 } },
    },
  },
  authors: {
    type: "GET",
    mock: [{ id: 7, name: "George Eliot", born: 1819, languages: ["en", "de"] }],
  },
  customers: {
    type: "GET",
    mock: [{ id: 31, email: "ada@example.com", name: "Ada", address: { city: "Leeds" } }],
    subroutes: { profile: { type: "PUT", mock: { id: 31, updated: true } } },
  },
  carts: {
    type: "POST",
    mock: { id: "c-81", items: [{ book_id: 1, quantity: 2 }], total: 25 },
    subroutes: { checkout: { type: "POST", mock: { order_id: 5001, status: "paid" } } },
  },
  orders: {
    type: "GET",
    mock: [{ id: 5001, customer_id: 31, status: "paid", total: 25, currency: "EUR" }],
    subroutes: {
      returns: { type: "GET", mock: [{ id: 3, order_id: 4990, reason: "damaged" }] },
      cancel: { type: "DELETE" },
    },
  },
  payments: { type: "POST", mock: { id: "pay_1", order_id: 5001, method: "card", settled: false } },
  shipments: { type: "GET", mock: [{ id: 77, carrier: "DHL", tracking: "JD0146", eta: null }] },
  reviews: { type: "GET", mock: [{ id: 11, book_id: 2, stars: 5, text: "Read it twice." }] },
  wishlists: { type: "GET", mock: [{ customer_id: 31, book_ids: [1, 2], shared: true }] },
  status: { type: "GET", mock: { status: "ok", version: "1.0" } },
};

const VOUCHERS: Route = {
  type: "POST",
  mock: { code: "SPRING", percent: 10 },
  subroutes: { redeem: { type: "POST", mock: { code: "SPRING", saved: 2.5 } } },
};

const RECENT: Endpoint = { type: "GET", mock: [{ id: 12, book_id: 1, stars: 4, text: "Slow." }] };

const PROJECT = "bookshop";

/** The agent's calls. */
const CALLS: readonly Asked[] = [
  unaskedCall("generate_api", { project: PROJECT, spec: { routes: BOOKSHOP } }),
  unaskedCall("generate_route", { project: PROJECT, route: "vouchers", ...VOUCHERS }),
  unaskedCall("generate_subroute", {
    project: PROJECT,
    route: "reviews",
    subroute: "recent",
    ...RECENT,
  }),
];

/** Every endpoint that the calls create. */
function endpoints(): ExpectedEndpoint[] {
  const { reviews, ...others } = BOOKSHOP;
  ok(reviews);
  const routes: Routes = {
    ...others,
    reviews: { ...reviews, subroutes: { recent: RECENT } },
    vouchers: VOUCHERS,
  };
  return Object.entries(routes).flatMap(([route, { subroutes = {}, ...own }]) => [
    expected(route, null, own),
    ...Object.entries(subroutes).map(([name, endpoint]) => expected(route, name, endpoint)),
  ]);
}

function expected(route: string, subroute: string | null, { type, mock }: Endpoint) {
  return { route, subroute, method: type, mock: mock === undefined ? null : JSON.stringify(mock) };
}

function routeNames(): string[] {
  return [...new Set(endpoints().map(({ route }) => route))].sort();
}

function modelFiles(folder: string): string[] {
  const names = [...Deno.readDirSync(join(folder, "api", "models"))].map(({ name }) => name);
  return names.filter((name) => name.endsWith("_model.py")).sort();
}

/** The opening messages of each era. */
const OPENINGS: Readonly<Record<Era, readonly Asked[]>> = {
  modern: [{ method: "server/discover" }],
  legacy: [{
    method: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "agent", version: "1.0.0" },
    },
  }],
};

/** One request and its reply, as bodies. */
interface Exchange {
  readonly request: string;
  readonly reply: string;
}

async function ask({ url, key }: RunningServer, asked: Asked, era: Era): Promise<Exchange> {
  const request = post(asked, era, { authorization: `Bearer ${key}`, host: null }, url);
  const body = await request.clone().text();
  const response = await fetch(request);
  const reply = await response.text();
  equal(response.status, 200, reply);
  return { request: body, reply };
}

function byteCount(text: string): number {
  return new TextEncoder().encode(text).length;
}

function bytes({ request, reply }: Exchange): number {
  return byteCount(request) + byteCount(reply);
}

function sum(exchanges: readonly Exchange[]): number {
  return exchanges.map(bytes).reduce((total, each) => total + each);
}

/** Prints how many bytes an exchange takes. */
function print(era: Era, { method, params }: Asked, exchange: Exchange): void {
  const name = String(params?.["name"] ?? method);
  const sent = String(byteCount(exchange.request)).padStart(6);
  const received = String(byteCount(exchange.reply)).padStart(6);
  console.log(`${era}  ${name.padEnd(18)}${sent} bytes sent,${received} received`);
}

for (const era of ERAS) {
  Deno.test(`an agent creates and extends ten routes in three calls, in the ${era} era`, async () => {
    await withServer(async (server) => {
      const opening: Exchange[] = [];
      for (const asked of [...OPENINGS[era], { method: "tools/list" }]) {
        const exchange = await ask(server, asked, era);
        print(era, asked, exchange);
        opening.push(exchange);
      }

      const exchanges: Exchange[] = [];
      for (const call of CALLS) {
        const exchange = await ask(server, call, era);
        print(era, call, exchange);
        exchanges.push(exchange);
      }
      const total = sum(exchanges);
      console.log(
        `${era}  three calls: ${total} bytes; with what comes before: ${total + sum(opening)}`,
      );

      const answers = exchanges.map(({ reply }) => toolAnswer(JSON.parse(reply)));
      for (const { text } of answers) match(text, /^Successfully generated/);
      ok(total <= MAX_BYTES, `${total} bytes`);
      deepEqual(
        modelFiles(join(server.root, PROJECT)),
        routeNames().map((name) => `${name}_model.py`),
      );
      equal((await server.stop()).code, 0);
      deepEqual(await wrongAnswers([join(server.root, PROJECT)], [endpoints()], "server"), []);
    });
  });

  Deno.test(`tools/list is short and always the same, in the ${era} era`, async () => {
    await withServer(async (server) => {
      const first = await ask(server, { method: "tools/list" }, era);
      const second = await ask(server, { method: "tools/list" }, era);
      equal(second.reply, first.reply);
      const size = byteCount(first.reply);
      ok(size < MAX_LISTED_BYTES, `${size} bytes`);
      const names = JSON.parse(first.reply).result.tools.map(({ name }: { name: string }) => name);
      deepEqual(names, TOOL_NAMES);
    });
  });
}
