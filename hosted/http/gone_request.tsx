/** The page of an authorization request that is no longer open. */

import { MessagePage } from "../pages/layout.tsx";
import type { KnownVisitor } from "./visitors.ts";

/** Renders the page. */
export function goneRequest({ visitor }: KnownVisitor) {
  return (
    <MessagePage
      title="This request has expired"
      message="The request was already answered, or took too long. Start again from the app."
      visitor={visitor}
    />
  );
}
