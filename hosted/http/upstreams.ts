/** Identity providers, each of which is opened at its first use. */

import type { Upstream, UpstreamSettings } from "../accounts/upstream/upstream.ts";
import { late } from "./late.ts";

/** An identity provider that is opened at its first use. */
export interface LateUpstream extends UpstreamSettings {
  /** @throws {UpstreamError} If the provider does not answer. */
  open(): Promise<Upstream>;
}

/** Creates an identity provider from its settings. */
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

/** Returns the provider of an identity's issuer, or `null` if the server no longer trusts the issuer. */
export function upstreamOf(
  upstreams: readonly LateUpstream[],
  issuer: string,
): LateUpstream | null {
  const address = URL.parse(issuer)?.href;
  return upstreams.find((each) => URL.parse(issuerOf(each))?.href === address) ?? null;
}

/** Returns a provider's issuer. GitHub's issuer is not its URL (RFC 9207). */
function issuerOf({ kind, address }: UpstreamSettings): string {
  return kind === "github" ? `${address}/login/oauth` : address;
}
