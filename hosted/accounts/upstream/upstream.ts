/** Those that people may log in with: any issuer of OpenID Connect, and GitHub. */

/** One that the server was told to believe. */
export interface UpstreamSettings {
  /** Stands in addresses. */
  readonly kind: "oidc" | "github";
  /** As people know it. */
  readonly name: string;
  /** The issuer, or GitHub's address. */
  readonly address: string;
  readonly clientId: string;
  /** `null` for a client that has none. */
  readonly clientSecret: string | null;
}

/** What one login has to itself: nobody knows it beforehand, and it is good once. */
export interface Attempt {
  /** Comes back with the answer. */
  readonly state: string;
  /** Comes back in the ID token. */
  readonly nonce: string;
  /** Proves who began (PKCE). */
  readonly verifier: string;
}

/** Who somebody is, for good; an email address is not. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

/** Somebody who logged in there. */
export interface UpstreamPerson extends Identity {
  /** The addresses that are confirmed to be theirs, the one they use most first. */
  emails(): Promise<readonly string[]>;
}

/** One that is ready. */
export interface Upstream {
  /** What its identities are of. */
  readonly issuer: string;

  /**
   * Where to send somebody to log in.
   *
   * @param options.wantsEmails Whether their addresses will be asked for.
   */
  begin(
    attempt: Attempt,
    options: { readonly redirectUri: string; readonly wantsEmails: boolean },
  ): Promise<URL>;

  /**
   * Finds out who came back.
   *
   * @param answer The address that they came back to.
   * @throws {UpstreamError} If they refused, or the answer is not one to this attempt.
   */
  finish(answer: URL, attempt: Attempt): Promise<UpstreamPerson>;
}

/** Somebody could not be logged in elsewhere; the message says why, for the log. */
export class UpstreamError extends Error {
  override readonly name = "UpstreamError";
}
