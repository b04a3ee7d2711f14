/** Those that people may log in with, each asked what it can when it is needed first. */

import type { Upstream, UpstreamSettings } from "../accounts/upstream/upstream.ts";
import { late } from "./late.ts";

/** One of them. */
export interface LateUpstream extends UpstreamSettings {
  /** @throws {UpstreamError} If it does not answer. */
  open(): Promise<Upstream>;
}

export function lateUpstream(settings: UpstreamSettings): LateUpstream {
  return { ...settings, open: late(() => opened(settings)) };
}

async function opened(settings: UpstreamSettings): Promise<Upstream> {
  switch (settings.kind) {
    case "oidc":
      return await (await import("../accounts/upstream/openid.ts")).openIssuer(settings);
    case "github":
      return (await import("../accounts/upstream/github.ts")).openGitHub(settings);
  }
}

/** Which of them an identity is of; `null` if it is none any more. */
export function upstreamOf(
  upstreams: readonly LateUpstream[],
  issuer: string,
): LateUpstream | null {
  const address = URL.parse(issuer)?.href;
  return upstreams.find((each) => URL.parse(issuerOf(each))?.href === address) ?? null;
}

/** GitHub's issuer is not its address (RFC 9207). */
function issuerOf({ kind, address }: UpstreamSettings): string {
  return kind === "github" ? `${address}/login/oauth` : address;
}
