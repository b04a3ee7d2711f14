/** Somebody with whom people log in, on this computer. */

import type { UpstreamSettings } from "../../../../hosted/accounts/upstream/upstream.ts";

/** Whoever is logged in there, in every browser. */
export interface UpstreamUser {
  /** A number, as GitHub has them. */
  readonly id: string;
  readonly email: string;
  readonly isConfirmed: boolean;
}

export const ADA: UpstreamUser = { id: "101", email: "ada@example.com", isConfirmed: true };

export const EVE: UpstreamUser = { id: "666", email: "eve@example.com", isConfirmed: true };

/** What a token endpoint answers. */
export type TokenAnswer = Record<string, unknown>;

export interface TestedUpstream extends AsyncDisposable {
  readonly settings: UpstreamSettings;
  /** What it calls itself in its answers. */
  readonly issuer: string;
  user: UpstreamUser;
  /** What becomes of an answer with tokens on its way. */
  tamper: (answer: TokenAnswer) => TokenAnswer | Promise<TokenAnswer>;
}

/** Changes what a token endpoint answered. */
export async function tampered(
  response: Response,
  tamper: TestedUpstream["tamper"],
): Promise<Response> {
  return Response.json(await tamper(await response.json()), { status: response.status });
}
