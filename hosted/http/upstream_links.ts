/** Links that lead people to log in elsewhere: believed, like forms, only with a token of ours. */

import type { UpstreamLink } from "../pages/entrance.tsx";
import type { Visitor } from "../pages/layout.tsx";
import type { Hosted } from "./hosted.ts";

/**
 * The links to all with whom people may log in.
 *
 * @param base The path before the kind.
 * @param params What they are followed for.
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
