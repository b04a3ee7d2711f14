/** Where apps may have people led back to, however they are known. */

import { equal } from "node:assert/strict";
import { isRedirectUri } from "../../../accounts/oauth/redirect_uris.ts";

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
];

const ACCEPTED = [
  "https://app.example/callback",
  "http://localhost:1234/callback",
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
