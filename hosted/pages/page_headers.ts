/** Security headers of pages: pages load nothing from other sites, and other sites cannot frame them. */

/** Allows only our own style sheet, and forms that are sent to our server. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

/** Headers of pages without scripts. */
export const PAGE_HEADERS = {
  "Content-Security-Policy": POLICY,
  "Cross-Origin-Opener-Policy": "same-origin",
  // With `no-referrer`, browsers would send `Origin: null` with our own forms.
  "Referrer-Policy": "same-origin",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
};

/** Headers of pages with one of our scripts. */
export const SCRIPTED_PAGE_HEADERS = {
  ...PAGE_HEADERS,
  "Content-Security-Policy": `${POLICY}; script-src 'self'`,
};
