/** The editors of all formats. */

import type { Format } from "../client.ts";
import type { ConfigFormat } from "./config_format.ts";
import { JSON_FORMAT, JSONC_FORMAT } from "./json_format.ts";
import { TOML_FORMAT } from "./toml_format.ts";
import { YAML_FORMAT } from "./yaml_format.ts";

export const FORMATS: Readonly<Record<Format, ConfigFormat>> = {
  json: JSON_FORMAT,
  jsonc: JSONC_FORMAT,
  toml: TOML_FORMAT,
  yaml: YAML_FORMAT,
};
