/** The settings of identity providers, from environment variables. */

import type { UpstreamSettings } from "../accounts/upstream/upstream.ts";
import { type Diagnostic, error } from "../../core/diagnostic.ts";
import { isLoopback } from "../../core/loopback.ts";
import { oneLine, printable, quotable } from "../../core/printable.ts";
import { hostOf } from "../../core/url_host.ts";
import type { Environment } from "../../core/user_folders.ts";

const MAX_NAME_LENGTH = 50;

/** Reads the settings of all identity providers. */
export function readUpstreams(env: Environment): readonly UpstreamSettings[] | Diagnostic {
  const issuer = readIssuer(env);
  if (issuer !== null && "severity" in issuer) return issuer;
  const gitHub = readGitHub(env);
  if (gitHub !== null && "severity" in gitHub) return gitHub;
  return [issuer, gitHub].filter((each) => each !== null);
}

function readIssuer(env: Environment): UpstreamSettings | null | Diagnostic {
  const [issuer, clientId] = [env("LAYERWRIGHT_OIDC_ISSUER"), env("LAYERWRIGHT_OIDC_CLIENT_ID")];
  const clientSecret = env("LAYERWRIGHT_OIDC_CLIENT_SECRET") || null;
  if (!issuer && !clientId && clientSecret === null) return null;
  if (!issuer) return missing("LAYERWRIGHT_OIDC_ISSUER");
  if (!clientId) return missing("LAYERWRIGHT_OIDC_CLIENT_ID");
  const url = readAddress(issuer, "LAYERWRIGHT_OIDC_ISSUER");
  if ("severity" in url) return url;
  const name = env("LAYERWRIGHT_OIDC_NAME") || url.host;
  if (name.length > MAX_NAME_LENGTH || oneLine(printable(name)) !== name) {
    const message = `Invalid LAYERWRIGHT_OIDC_NAME '${quotable(name)}' ` +
      `(must have at most ${MAX_NAME_LENGTH} printable characters).`;
    return error("usage-option", message);
  }
  return { kind: "oidc", name, address: issuer, clientId, clientSecret };
}

function readGitHub(env: Environment): UpstreamSettings | null | Diagnostic {
  const clientId = env("LAYERWRIGHT_GITHUB_CLIENT_ID");
  const clientSecret = env("LAYERWRIGHT_GITHUB_CLIENT_SECRET");
  if (!clientId && !clientSecret) return null;
  if (!clientId) return missing("LAYERWRIGHT_GITHUB_CLIENT_ID");
  if (!clientSecret) return missing("LAYERWRIGHT_GITHUB_CLIENT_SECRET");
  const url = readAddress(
    env("LAYERWRIGHT_GITHUB_URL") || "https://github.com",
    "LAYERWRIGHT_GITHUB_URL",
  );
  if ("severity" in url) return url;
  return { kind: "github", name: "GitHub", address: url.origin, clientId, clientSecret };
}

/** Reads the URL of a server that will receive secrets. The URL must use TLS, unless it leads to this computer. */
function readAddress(text: string, variable: string): URL | Diagnostic {
  const url = URL.parse(text);
  const isPlain = url !== null && url.username === "" && url.password === "" &&
    url.search === "" && url.hash === "";
  const isSafe = url?.protocol === "https:" ||
    url?.protocol === "http:" && isLoopback(hostOf(url));
  if (isPlain && isSafe) return url;
  const message = `Invalid ${variable} '${quotable(text)}'.`;
  return error("usage-option", message, { hint: "Use an https URL without a query" });
}

function missing(variable: string): Diagnostic {
  return error("usage-option", `Missing ${variable} (required by the provider's other variables).`);
}
