/** Signed links to projects and changes, for the answers of tools. */

import { LIFETIMES, milliseconds } from "../accounts/limits.ts";
import { signLink } from "../accounts/signed_links.ts";
import type { Links } from "../../mcp/links.ts";
import type { Hosted } from "./hosted.ts";

/** Creates links that open an account's projects for a short time, without a key. */
export function projectLinks({ secret, origin, time }: Hosted, accountId: string): Links {
  const link = (path: string, params: Record<string, string> = {}) => {
    const expiresAt = time() + milliseconds(LIFETIMES.signedLink);
    return origin() + signLink(secret, { path, params, accountId, expiresAt });
  };
  return ({ project, change }) => ({
    archive: link(`/projects/${project}/archive`),
    zip: link(`/projects/${project}/archive`, { format: "zip" }),
    ...(change !== null && { patch: link(`/projects/${project}/changes/${change.id}/patch`) }),
  });
}
