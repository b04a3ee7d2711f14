import config from "../deno.json" with { type: "json" };

/** The version of Layerwright. */
export const VERSION: string = config.version;
