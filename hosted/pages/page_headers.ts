/** What browsers are told about pages: nothing foreign gets into them, and they get into nothing foreign. */

/** What pages may load and do: our style sheet, and forms that are sent to us. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

/** Headers of everything that people look at. */
export const PAGE_HEADERS = {
  "Content-Security-Policy": POLICY,
  "Cross-Origin-Opener-Policy": "same-origin",
  // Not `no-referrer`: browsers would hide from us that our own forms are ours.
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
};

/** Headers of a page that has a script of ours. */
export const SCRIPTED_PAGE_HEADERS = {
  ...PAGE_HEADERS,
  "Content-Security-Policy": `${POLICY}; script-src 'self'`,
};
