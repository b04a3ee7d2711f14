/** Links to logins at identity providers. Each link contains a form token, because it starts a login. */

import type { UpstreamLink } from "../pages/entrance.tsx";
import type { Visitor } from "../pages/layout.tsx";
import type { Hosted } from "./hosted.ts";

/**
 * Returns the links to all identity providers.
 *
 * @param base The path before the provider's kind.
 * @param params Additional query parameters.
 */
export function upstreamLinks(
  { upstreams }: Hosted,
  { tokenOf }: Visitor,
  base: "/login" | "/account/link",
  params: Readonly<Record<string, string>> = {},
): readonly UpstreamLink[] {
  return upstreams.map(({ kind, name }) => {
    const path = `${base}/${kind}`;
    const query = new URLSearchParams({ ...params, form_token: tokenOf(path) });
    return { name, href: `${path}?${query}` };
  });
}
