import config from "../deno.json" with { type: "json" };

/** The version of this Layerwright. */
export const VERSION: string = config.version;
