/** Requests to one server, which cannot make the wizard wait for ever, nor send it elsewhere. */

import { boundedBytes } from "../../core/bounded_body.ts";
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
      const { status, headers, body } = response;
      // Some answers have to be without a body.
      const bytes = body === null ? null : await boundedBytes(body, LONGEST_ANSWER);
      return new Response(bytes, { status, headers });
    } catch (problem) {
      throw new LoginFailure(reasonOf(problem), { cause: problem });
    }
  };
}
