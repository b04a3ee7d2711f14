/**
 * A link may come from a stranger, so its content is limited, and read like any other spec.
 */

import { grouped } from "../core/report.ts";
import { MAX_CHARACTERS, MAX_LINK } from "./limits.ts";

/** The beginning of a fragment with a spec: zlib's format as base64url. */
const MARK = "#spec=";

/** The fragment of a link, or why it was not made. */
export type MadeLink =
  | { readonly kind: "link"; readonly fragment: string }
  | { readonly kind: "refused"; readonly reason: string };

/** The spec of a link, or why it cannot be read. */
export type OpenedLink =
  | { readonly kind: "spec"; readonly text: string }
  /** The fragment does not contain a spec. */
  | { readonly kind: "none" }
  | { readonly kind: "refused"; readonly reason: string };

/**
 * Creates the fragment of a link to a spec.
 *
 * @example
 * ```ts
 * import { makeLink, openLink } from "./share_link.ts";
 * import { deepEqual } from "node:assert/strict";
 *
 * const made = await makeLink('{"routes": {}}');
 * const fragment = made.kind === "link" ? made.fragment : "";
 * deepEqual(await openLink(fragment), { kind: "spec", text: '{"routes": {}}' });
 * ```
 */
export async function makeLink(text: string): Promise<MadeLink> {
  if (text.length > MAX_CHARACTERS) return { kind: "refused", reason: TOO_LONG };
  if (!text.isWellFormed()) {
    return {
      kind: "refused",
      reason: "The spec contains a lone surrogate, which a link cannot contain.",
    };
  }
  const packed = await new Response(through(new Blob([text]), new CompressionStream("deflate")))
    .arrayBuffer();
  const fragment = MARK + base64Url(new Uint8Array(packed));
  return fragment.length > MAX_LINK
    ? { kind: "refused", reason: TOO_LONG }
    : { kind: "link", fragment };
}

const TOO_LONG = "The spec is too long for a link. Share it as a file.";

/** Returns the spec of a link's fragment. */
export async function openLink(fragment: string): Promise<OpenedLink> {
  if (!fragment.startsWith(MARK)) return { kind: "none" };
  if (fragment.length > MAX_LINK) return { kind: "refused", reason: TOO_LARGE };
  const packed = bytesOf(fragment.slice(MARK.length));
  if (packed === null) return { kind: "refused", reason: BROKEN };
  try {
    const bytes = await firstBytes(through(new Blob([packed]), new DecompressionStream("deflate")));
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.length > MAX_CHARACTERS
      ? { kind: "refused", reason: TOO_LARGE }
      : { kind: "spec", text };
  } catch (problem) {
    if (problem instanceof RangeError) return { kind: "refused", reason: TOO_LARGE };
    if (problem instanceof TypeError) return { kind: "refused", reason: BROKEN };
    throw problem;
  }
}

const TOO_LARGE = `The link's spec is too large. The playground accepts up to ${
  grouped(MAX_CHARACTERS)
} characters.`;

const BROKEN = "The link is broken. Part of it may be missing.";

/** Maximum length of a spec in UTF-8. */
const MAX_BYTES = 3 * MAX_CHARACTERS;

function through(
  blob: Blob,
  stream: CompressionStream | DecompressionStream,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return blob.stream().pipeThrough(stream);
}

/**
 * Reads a stream. It stops at the limit, because a short link can expand to a very long text.
 *
 * @throws {RangeError} If it is longer than a spec may be.
 * @throws {TypeError} If it is not compressed data, or has been damaged.
 */
async function firstBytes(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<ArrayBuffer> {
  const reader = stream.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > MAX_BYTES) {
      void reader.cancel().catch(() => {});
      throw new RangeError(`More than ${MAX_BYTES} bytes`);
    }
    parts.push(part.value);
  }
  return await new Blob(parts).arrayBuffer();
}

function base64Url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Returns the bytes of base64url; `null` for other text. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]+$/.test(text) || text.length % 4 === 1) return null;
  const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(bytes, (each) => each.charCodeAt(0));
}
