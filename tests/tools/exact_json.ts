/** JSON whose integers differ from other numbers. */

/** Parses JSON. An integer becomes a bigint, because 1 is not 1.0. */
export function exactJson(text: string) {
  return JSON.parse(text, (_, value: unknown, context?: { readonly source?: string }) => {
    const { source = "" } = context ?? {};
    return typeof value === "number" && /^-?\d+$/.test(source) ? BigInt(source) : value;
  });
}
