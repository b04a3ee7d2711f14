/** What people read who come to a question that nobody asks any more. */

import { MessagePage } from "../pages/layout.tsx";
import type { KnownVisitor } from "./visitors.ts";

export function goneRequest({ visitor }: KnownVisitor) {
  return (
    <MessagePage
      title="Nobody asks any more"
      message="The request was answered, or has expired. Start again where you came from."
      visitor={visitor}
    />
  );
}
