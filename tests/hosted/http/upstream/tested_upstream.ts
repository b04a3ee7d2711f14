/** An identity provider on this computer. */

import type { UpstreamSettings } from "../../../../hosted/accounts/upstream/upstream.ts";

/** The person who is logged in at the provider, in every browser. */
export interface UpstreamUser {
  /** A number, as at GitHub. */
  readonly id: string;
  readonly email: string;
  readonly isConfirmed: boolean;
}

export const ADA: UpstreamUser = { id: "101", email: "ada@example.com", isConfirmed: true };

export const EVE: UpstreamUser = { id: "666", email: "eve@example.com", isConfirmed: true };

/** The answer of a token endpoint. */
export type TokenAnswer = Record<string, unknown>;

export interface TestedUpstream extends AsyncDisposable {
  readonly settings: UpstreamSettings;
  /** The issuer in the provider's answers. */
  readonly issuer: string;
  user: UpstreamUser;
  /** Changes each answer with tokens before it is sent. */
  tamper: (answer: TokenAnswer) => TokenAnswer | Promise<TokenAnswer>;
}

/** Changes an answer of a token endpoint. */
export async function tampered(
  response: Response,
  tamper: TestedUpstream["tamper"],
): Promise<Response> {
  return Response.json(await tamper(await response.json()), { status: response.status });
}
