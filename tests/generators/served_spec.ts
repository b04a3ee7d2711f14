/** Random specs whose projects this computer can serve. */

import { IS_WITHOUT_PYDANTIC } from "../tools/flask_pythons.ts";
import type { fc } from "../tools/tier.ts";
import { arbitrarySpec, arbitrarySpecWithoutBodies, type WrittenSpec } from "./arbitrary_spec.ts";

/** A spec, without bodies if there is no pydantic. */
export const servedSpec: fc.Arbitrary<WrittenSpec> = IS_WITHOUT_PYDANTIC
  ? arbitrarySpecWithoutBodies
  : arbitrarySpec;
