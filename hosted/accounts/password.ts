/** Checks and hashes passwords. */

import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { error } from "../../core/diagnostic.ts";
import type { AccountDiagnostic } from "./diagnostic.ts";
import { createPasswordQueue, type Requester } from "./password_queue.ts";

/** Bounds of a password's length, in characters. Any characters are allowed (NIST SP 800-63B). */
const MIN_LENGTH = 10;
const MAX_LENGTH = 1024;

/** Cost of scrypt: it uses 128 * `r` * 2^`log2N` bytes of memory, `p` times in a row. */
export interface ScryptCost {
  readonly log2N: number;
  readonly r: number;
  readonly p: number;
}

/**
 * One of several settings that OWASP recommends as equally strong. A hash takes about 300 ms and 32 MiB, a
 * quarter of the memory that `log2N` 17 with `p` 1 would take.
 */
const COST: ScryptCost = { log2N: 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Hashes passwords, a few at a time. */
export interface Passwords {
  /**
   * Hashes a password.
   *
   * @returns The hash with its salt and cost, as a PHC string.
   * @throws {PasswordsBusy} If the queue has no place for the requester.
   */
  hash(password: string, requester: Requester): Promise<string>;

  /**
   * Reports whether a password matches a hash.
   *
   * @param kept A result of `hash`, or `null` for an account without a password. The check takes equally long
   * in both cases.
   * @throws {PasswordsBusy} If the queue has no place for the requester.
   */
  matches(password: string, kept: string | null, requester: Requester): Promise<boolean>;

  /** Reports whether a hash has a different cost than new hashes. */
  isOutdated(kept: string): boolean;
}

/** Derives a hash from a password: scrypt, or a test's replacement. */
export type Derive = (password: string, salt: Uint8Array, cost: ScryptCost) => Promise<Uint8Array>;

interface Kept {
  readonly cost: ScryptCost;
  readonly salt: Uint8Array;
  readonly hash: Uint8Array;
}

/**
 * Creates the password hashing of one process.
 *
 * @example
 * ```ts
 * import { createPasswords } from "./password.ts";
 * import { equal } from "node:assert/strict";
 *
 * const passwords = createPasswords();
 * const requester = { account: "ada@example.org", client: "192.0.2.7" };
 * const kept = await passwords.hash("correct horse battery", requester);
 * equal(await passwords.matches("correct horse battery", kept, requester), true);
 * equal(await passwords.matches("wrong horse battery", kept, requester), false);
 * equal(await passwords.matches("correct horse battery", null, requester), false);
 * ```
 */
export function createPasswords(derive: Derive = deriveByScrypt): Passwords {
  const inTurn = createPasswordQueue();
  // A random hash. In practice, no password matches this hash.
  const decoy = { cost: COST, salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES) };
  return {
    async hash(password, requester) {
      const salt = randomBytes(SALT_BYTES);
      const hash = await inTurn(requester, () => derive(comparable(password), salt, COST));
      return format({ cost: COST, salt, hash });
    },
    async matches(password, kept, requester) {
      const { cost, salt, hash } = kept === null ? decoy : parse(kept);
      const derived = await inTurn(requester, async () => {
        const text = comparable(password);
        const found = await derive(text, salt, cost);
        // If the hash has a lower cost, takes the rest of the time: a quicker refusal would reveal that the
        // account exists.
        const rest = costLeft(cost);
        if (rest !== null) await derive(text, salt, rest);
        return found;
      });
      return timingSafeEqual(derived, hash);
    },
    isOutdated(kept) {
      const { log2N, r, p } = parse(kept).cost;
      return log2N !== COST.log2N || r !== COST.r || p !== COST.p;
    },
  };
}

/**
 * Returns the problem of a new password, or `null` if it is allowed.
 *
 * @param email The account's address, as the database stores it.
 */
export function passwordProblem(password: string, email: string): AccountDiagnostic | null {
  if (!password.isWellFormed()) {
    return error("account-password", "Invalid password (contains a lone surrogate).");
  }
  const text = comparable(password);
  const length = [...text].length;
  if (length < MIN_LENGTH || length > MAX_LENGTH) {
    const message = `Invalid password (must have ${MIN_LENGTH} to ${MAX_LENGTH} characters).`;
    return error("account-password", message, { hint: "Try a few words in a row" });
  }
  if (text.toLowerCase() === comparable(email).toLowerCase()) {
    return error("account-password", "Invalid password (must not be the email address).");
  }
  return null;
}

/** Normalizes a password, because keyboards differ in how they compose characters. */
function comparable(password: string): string {
  return password.normalize("NFKC");
}

/**
 * Returns the cost of a second derivation, with which a hash of an outdated, lower cost takes as long as a
 * new one. Returns `null` if no such derivation is needed or possible.
 */
function costLeft({ log2N, r, p }: ScryptCost): ScryptCost | null {
  if (log2N !== COST.log2N || r !== COST.r || p >= COST.p) return null;
  return { ...COST, p: COST.p - p };
}

function deriveByScrypt(
  password: string,
  salt: Uint8Array,
  { log2N, r, p }: ScryptCost,
): Promise<Uint8Array> {
  const N = 2 ** log2N;
  // `maxmem` is twice the required memory. Node's default limit is just below the requirement.
  const options = { N, r, p, maxmem: 2 * 128 * N * r };
  return new Promise((resolve, reject) =>
    scrypt(password, salt, HASH_BYTES, options, (problem, hash) => {
      if (problem === null) resolve(hash);
      else reject(problem);
    })
  );
}

/** Formats a hash as a PHC string, the format of the Password Hashing Competition. */
function format({ cost: { log2N, r, p }, salt, hash }: Kept): string {
  return `$scrypt$ln=${log2N},r=${r},p=${p}$${unpadded(salt)}$${unpadded(hash)}`;
}

function unpadded(bytes: Uint8Array): string {
  return bytes.toBase64({ omitPadding: true });
}

function parse(kept: string): Kept {
  const found = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(kept);
  if (found === null) throw new TypeError("Unsupported format of a password hash");
  const [, log2N, r, p, salt = "", hash = ""] = found;
  return {
    cost: { log2N: Number(log2N), r: Number(r), p: Number(p) },
    salt: Uint8Array.fromBase64(salt),
    hash: Uint8Array.fromBase64(hash),
  };
}
