/** Requests to one server, which cannot make the wizard wait for ever, nor send it elsewhere. */

import { PATIENCE_MS, reasonOf, type Send } from "../probe.ts";
import { LoginFailure, namesOthers } from "./login_failure.ts";

/** Bytes of an answer: metadata, a token or a key are far shorter. */
const LONGEST_ANSWER = 64 * 1024;

/**
 * Makes a way to ask one server, and no other: what it says of itself may name addresses of others.
 *
 * @param origin The server's.
 * @returns A function that throws {@linkcode LoginFailure} if there is no answer in time, or a longer
 * one than there can be need for.
 */
export function boundedSend(send: Send, origin: string): Send {
  return async (url, init) => {
    if (URL.parse(url)?.origin !== origin) throw namesOthers();
    const signal = AbortSignal.timeout(PATIENCE_MS);
    try {
      const response = await send(url, { ...init, redirect: "manual", signal });
      const { status, headers } = response;
      return new Response(await read(response), { status, headers });
    } catch (problem) {
      if (problem instanceof LoginFailure) throw problem;
      throw new LoginFailure(reasonOf(problem), { cause: problem });
    }
  };
}

/** @returns `null` for an answer without a body, as some have to be. */
async function read({ body }: Response): Promise<Uint8Array<ArrayBuffer> | null> {
  if (body === null) return null;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  // Leaving the loop cancels what is still to come.
  for await (const chunk of body) {
    length += chunk.length;
    if (length > LONGEST_ANSWER) throw new LoginFailure("its answer is too long");
    chunks.push(chunk);
  }
  return await new Blob(chunks).bytes();
}
