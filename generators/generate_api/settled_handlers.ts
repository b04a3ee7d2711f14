/** Decides about all handlers to which the spec gives another method or path. */

import type { ApiCode } from "../code/api_code.ts";
import type { Respecified } from "../compare/respecified.ts";
import { settleMethod } from "./settled_methods.ts";
import { hasOtherPath, settlePaths } from "./settled_paths.ts";
import { Settlement, type SettlementInput } from "./settlement.ts";

/**
 * Applies people's decisions about handlers, and collects the conflicts without a decision.
 *
 * @param code The code that the spec generates.
 */
export function settleHandlers(
  respecified: readonly Respecified[],
  code: ApiCode,
  input: SettlementInput,
): Settlement {
  const settlement = new Settlement(respecified, input);
  for (const each of respecified) if (!hasOtherPath(each)) settleMethod(each, settlement);
  settlePaths(respecified, code, settlement);
  return settlement;
}
