/** The settings of a hosted server, from environment variables. */

import { type Limits, readLimits } from "../accounts/limits.ts";
import type { UpstreamSettings } from "../accounts/upstream/upstream.ts";
import { type Diagnostic, error } from "../../core/diagnostic.ts";
import { isLoopback } from "../../core/loopback.ts";
import { quotable } from "../../core/printable.ts";
import type { Environment } from "../../core/user_folders.ts";
import { readPort } from "../../http/address.ts";
import { listOf, LOOPBACK_NAMES, readHosts } from "../../http/settings.ts";
import { readUpstreams } from "./upstream_settings.ts";

/** The settings of a hosted server. */
export interface HostedSettings {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The public origin; `null` for the address that the server listens on. */
  readonly publicUrl: string | null;
  /** The folder of the embedded database. */
  readonly dataFolder: string;
  /** The Postgres URL; `null` for the embedded database. */
  readonly databaseUrl: string | null;
  readonly allowedHosts: readonly string[];
  readonly trustedProxies: readonly string[];
  readonly limits: Limits;
  readonly upstreams: readonly UpstreamSettings[];
}

/** Reads the settings. An empty variable counts as unset. */
export function readHostedSettings(env: Environment): HostedSettings | Diagnostic {
  const setting = (name: string) => env(name) || undefined;
  const port = readPort(setting("LAYERWRIGHT_PORT") ?? "8000");
  if (typeof port !== "number") return port;
  const publicUrl = readPublicUrl(setting("LAYERWRIGHT_PUBLIC_URL"));
  if (publicUrl !== null && "severity" in publicUrl) return publicUrl;
  const hosts = readHosts(listOf(setting("LAYERWRIGHT_ALLOWED_HOSTS")));
  if ("severity" in hosts) return hosts;
  const { limits, diagnostics: [problem] } = readLimits(setting);
  if (limits === null) return problem as Diagnostic;
  const upstreams = readUpstreams(setting);
  if ("severity" in upstreams) return upstreams;
  const host = setting("LAYERWRIGHT_HOST") ?? "127.0.0.1";
  if (publicUrl === null && !isLoopback(host)) {
    const message = `Refused to listen on ${quotable(host)} without a public URL.`;
    const hint = "Set LAYERWRIGHT_PUBLIC_URL to the server's public URL";
    return error("server-exposed", message, { hint });
  }
  const names = publicUrl === null ? [] : [publicUrl.hostname];
  return {
    host,
    port,
    publicUrl: publicUrl?.origin ?? null,
    dataFolder: setting("LAYERWRIGHT_DATA") ?? "data",
    databaseUrl: setting("DATABASE_URL") ?? null,
    // Loopback names are always allowed, because no other site can have such a name.
    allowedHosts: [...new Set([...names, ...hosts, ...LOOPBACK_NAMES])],
    trustedProxies: listOf(setting("LAYERWRIGHT_TRUSTED_PROXIES")),
    limits,
    upstreams,
  };
}

function readPublicUrl(text: string | undefined): URL | null | Diagnostic {
  if (text === undefined) return null;
  const url = URL.parse(text);
  const isOrigin = url !== null && ["http:", "https:"].includes(url.protocol) &&
    [url.origin, `${url.origin}/`].includes(url.href);
  if (isOrigin) return url;
  const message = `Invalid LAYERWRIGHT_PUBLIC_URL '${quotable(text)}'.`;
  const hint = "Use a URL without a path, such as 'https://layerwright.example.com'";
  return error("usage-option", message, { hint });
}
