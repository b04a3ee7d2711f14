/** The playground's page and its assets. */

import type { Context, Hono } from "hono";
import { accepts } from "hono/accepts";
import { SCRIPTED_PAGE_HEADERS } from "../pages/page_headers.ts";
import type { HttpEnv } from "../../http/exchange.ts";
import type { Hosted } from "./hosted.ts";
import { late } from "./late.ts";
import { answerPage } from "./pages.tsx";
import { type Asset, playgroundAssets } from "./playground_assets.ts";
import { PlaygroundPage } from "../pages/playground.tsx";
import { type KnownVisitor, visitorOf } from "./visitors.ts";

const ENCODINGS = ["br", "gzip"] as const;

type Encoding = (typeof ENCODINGS)[number];

/** An asset with its compressed forms. */
interface Served extends Asset {
  readonly compressed: Readonly<Record<Encoding, () => Promise<Uint8Array<ArrayBuffer>>>>;
}

/** Adds the page and its assets to an app. */
export function addPlaygroundRoutes(app: Hono<HttpEnv>, hosted: Hosted): void {
  const assets = late(async () => {
    const { style, scripts } = await playgroundAssets();
    return [style, ...(scripts === null ? [] : Object.values(scripts))].map(served);
  });
  app.get("/playground", async (c) => await answerPlayground(c, await visitorOf(c, hosted)));
  app.get("/playground/:name", async (c) => {
    const found = (await assets()).find(({ path }) => path === c.req.path);
    return found === undefined ? c.notFound() : await answerAsset(c, found);
  });
}

/** Answers with the playground's page. */
export async function answerPlayground(
  c: Context<HttpEnv>,
  { visitor }: KnownVisitor,
): Promise<Response> {
  const page = <PlaygroundPage visitor={visitor} assets={await playgroundAssets()} />;
  return await answerPage(c, page, 200, SCRIPTED_PAGE_HEADERS);
}

function served(asset: Asset): Served {
  const compressed = (format: CompressionFormat) =>
    late(async () => {
      const packed = new Blob([asset.text]).stream().pipeThrough(new CompressionStream(format));
      return new Uint8Array(await new Response(packed).arrayBuffer());
    });
  return { ...asset, compressed: { br: compressed("brotli"), gzip: compressed("gzip") } };
}

async function answerAsset(c: Context<HttpEnv>, asset: Served): Promise<Response> {
  const headers = {
    "Content-Type": asset.type,
    "Cache-Control": "public, max-age=31536000, immutable",
    "Vary": "Accept-Encoding",
    "X-Content-Type-Options": "nosniff",
    // A worker runs under the policy of its script, and the playground's worker needs no permissions.
    "Content-Security-Policy": "default-src 'none'",
  };
  const encoding = encodingFor(c);
  if (encoding === null) return c.body(asset.text, 200, headers);
  return c.body(await asset.compressed[encoding](), 200, {
    ...headers,
    "Content-Encoding": encoding,
  });
}

function encodingFor(c: Context<HttpEnv>): Encoding | null {
  const chosen = accepts(c, {
    header: "Accept-Encoding",
    supports: [...ENCODINGS],
    default: "identity",
    match: (accepted, { supports, default: plain }) =>
      supports.find((each) => accepted.some(({ type, q }) => type === each && q > 0)) ?? plain,
  });
  return ENCODINGS.find((each) => each === chosen) ?? null;
}
