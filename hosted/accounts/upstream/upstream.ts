/** Identity providers with which people log in: any OpenID Connect issuer, and GitHub. */

/** An identity provider that the server trusts. */
export interface UpstreamSettings {
  /** The kind of provider, which is also a part of the server's own URLs for this provider. */
  readonly kind: "oidc" | "github";
  /** The name on the login page. */
  readonly name: string;
  /** The issuer, or GitHub's URL. */
  readonly address: string;
  readonly clientId: string;
  /** `null` for a public client. */
  readonly clientSecret: string | null;
}

/** The random values of one login. Each value is valid only once. */
export interface Attempt {
  /** The provider's answer must repeat this value. */
  readonly state: string;
  /** The ID token must repeat this value. */
  readonly nonce: string;
  /** Proves that the client that received the answer also started the login (PKCE). */
  readonly verifier: string;
}

/** A person's permanent identity. An email address is not permanent: someone else may get the address later. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

/** A person who logged in at an identity provider. */
export interface UpstreamPerson extends Identity {
  /** Returns the person's verified addresses, the primary one first. */
  emails(): Promise<readonly string[]>;
}

/** An identity provider that is ready for logins. */
export interface Upstream {
  /** The issuer of its identities. */
  readonly issuer: string;

  /**
   * Returns the URL at which a person logs in.
   *
   * @param options.wantsEmails Whether the server will ask for the person's email addresses.
   */
  begin(
    attempt: Attempt,
    options: { readonly redirectUri: string; readonly wantsEmails: boolean },
  ): Promise<URL>;

  /**
   * Identifies the person who came back from the provider.
   *
   * @param answer The URL that the provider redirected to.
   * @throws {UpstreamError} If the person refused, or the answer belongs to another attempt.
   */
  finish(answer: URL, attempt: Attempt): Promise<UpstreamPerson>;
}

/** Thrown when a login at an identity provider fails. The message gives the reason, for the server's log. */
export class UpstreamError extends Error {
  override readonly name = "UpstreamError";
}
