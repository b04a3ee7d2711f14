/** Redirect URIs of apps. */

import { equal } from "node:assert/strict";
import { isRedirectUri } from "../../../../hosted/oauth/redirect_uris.ts";

const REFUSED = [
  "search-ms:query=a",
  "search:query=a",
  "ms-word:ofe|u|https://app.example/a.docx",
  "ms-appinstaller:?source=https://app.example/a",
  "shell:startup",
  "SHELL:startup",
  "chrome://settings",
  "chrome-extension://abcdefghijklmnop/callback",
  "moz-extension://abcdefghijklmnop/callback",
  "view-source:https://app.example",
  "about:blank",
  "https://app.example/callback#fragment",
  "https://app.example/callback#",
  "http://127.0.0.1/callback#fragment",
  "com.example.app:/callback#fragment",
  "http://app.example/callback",
  "http://127.0.0.1.evil.example/callback",
  "http://localhost.evil.example/callback",
  "http://10.0.0.1/callback",
  "https://user@app.example/callback",
  "https://:password@app.example/callback",
  "https://app.example@evil.example/callback",
  "http://user@127.0.0.1/callback",
  "callback",
  "",
];

const ACCEPTED = [
  "https://app.example/callback",
  "http://localhost:1234/callback",
  "http://127.0.0.1/callback",
  "http://[::1]:1234/callback",
  "com.example.app:/callback",
  "com.microsoft.app:/callback",
  "cursor://anysphere.cursor/callback",
  "vscode://vscode.dev/callback",
  "vscode-insiders://vscode.dev/callback",
  "windsurf://callback",
];

for (const uri of REFUSED) {
  Deno.test(`isRedirectUri refuses ${uri}`, () => equal(isRedirectUri(uri), false));
}

for (const uri of ACCEPTED) {
  Deno.test(`isRedirectUri accepts ${uri}`, () => equal(isRedirectUri(uri), true));
}

Deno.test("isRedirectUri accepts strings of at most 2000 characters", () => {
  const address = "https://app.example/";
  equal(isRedirectUri(address.padEnd(2_000, "a")), true);
  equal(isRedirectUri(address.padEnd(2_001, "a")), false);
  for (const value of [null, undefined, 1, [address], { href: address }]) {
    equal(isRedirectUri(value), false);
  }
});
