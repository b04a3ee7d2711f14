/** Passwords: what they may be, and how they are kept. */

import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { type Diagnostic, error } from "../core/diagnostic.ts";

/** Fewer characters can be guessed; what they are is up to people (NIST SP 800-63B). */
const SHORTEST = 10;
const LONGEST = 1024;

/** What one derivation costs: `log2N` 15 is 32 MiB, and about 100 ms. */
interface ScryptCost {
  readonly log2N: number;
  readonly r: number;
  readonly p: number;
}

const COST: ScryptCost = { log2N: 15, r: 8, p: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Derivations at once in a process: each needs a processor, and its memory. */
const AT_ONCE = 2;

/** Derivations that may wait: some seconds' worth. */
const MOST_WAITING = 64;

/** Hashes passwords, a few at a time. */
export interface Passwords {
  /**
   * Hashes a password for keeping.
   *
   * @returns The hash with its salt and cost, as PHC strings have them.
   * @throws {PasswordsBusy} If too many wait already.
   */
  hash(password: string): Promise<string>;

  /**
   * Whether a password is the one that was kept.
   *
   * @param kept What `hash` returned; `null`, for people that do not exist, takes as long to refuse.
   * @throws {PasswordsBusy} If too many wait already.
   */
  matches(password: string, kept: string | null): Promise<boolean>;
}

/** Too many passwords wait for their turn; a second later there may be room. */
export class PasswordsBusy extends Error {
  override readonly name = "PasswordsBusy";
}

/** Tells whoever came while too many waited. */
export function passwordsBusy(): Diagnostic {
  const message = "Too many people log in at this moment.";
  return error("account-busy", message, { hint: "Try again in a few seconds" });
}

interface Kept {
  readonly cost: ScryptCost;
  readonly salt: Uint8Array;
  readonly hash: Uint8Array;
}

/**
 * Makes a process's hasher of passwords.
 *
 * @example
 * ```ts
 * import { createPasswords } from "./password.ts";
 * import { equal } from "node:assert/strict";
 *
 * const passwords = createPasswords();
 * const kept = await passwords.hash("correct horse battery");
 * equal(await passwords.matches("correct horse battery", kept), true);
 * equal(await passwords.matches("wrong horse battery", kept), false);
 * equal(await passwords.matches("correct horse battery", null), false);
 * ```
 */
export function createPasswords(): Passwords {
  const takeLane = createLanes();
  // Equals what any password yields as rarely as two random hashes do.
  const nobody = { cost: COST, salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES) };
  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      const hash = await takeLane(() => derive(password, salt, COST));
      return format({ cost: COST, salt, hash });
    },
    async matches(password, kept) {
      const { cost, salt, hash } = kept === null ? nobody : parse(kept);
      return timingSafeEqual(await takeLane(() => derive(password, salt, cost)), hash);
    },
  };
}

/**
 * What is wrong with a password that somebody wants to have; `null` if it may be one.
 *
 * @param email Whose it will be, as it is kept.
 */
export function passwordProblem(password: string, email: string): Diagnostic | null {
  if (!password.isWellFormed()) {
    return error("account-password", "Invalid password (has half a character in it).");
  }
  const text = comparable(password);
  const length = [...text].length;
  if (length < SHORTEST || length > LONGEST) {
    const message = `Invalid password (must have ${SHORTEST} to ${LONGEST} characters).`;
    return error("account-password", message, { hint: "A few words in a row are easy to keep" });
  }
  if (text.toLowerCase() === comparable(email).toLowerCase()) {
    return error("account-password", "Invalid password (must not be the email address).");
  }
  return null;
}

/** A password however it was typed: keyboards differ in how they compose characters. */
function comparable(password: string): string {
  return password.normalize("NFKC");
}

/** Lets a few derivations run, and some wait in order. */
function createLanes(): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running === AT_ONCE) {
      if (waiting.length === MOST_WAITING) throw new PasswordsBusy("Too many passwords wait");
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      // Who waits takes over the lane: nobody who comes meanwhile can be faster.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}

function derive(
  password: string,
  salt: Uint8Array,
  { log2N, r, p }: ScryptCost,
): Promise<Uint8Array> {
  const N = 2 ** log2N;
  // Twice what is needed; Node's own limit is just below it.
  const options = { N, r, p, maxmem: 2 * 128 * N * r };
  return new Promise((resolve, reject) =>
    scrypt(comparable(password), salt, HASH_BYTES, options, (problem, hash) => {
      if (problem === null) resolve(hash);
      else reject(problem);
    })
  );
}

/** A string as the Password Hashing Competition laid it down. */
function format({ cost: { log2N, r, p }, salt, hash }: Kept): string {
  return `$scrypt$ln=${log2N},r=${r},p=${p}$${unpadded(salt)}$${unpadded(hash)}`;
}

function unpadded(bytes: Uint8Array): string {
  return bytes.toBase64({ omitPadding: true });
}

function parse(kept: string): Kept {
  const found = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(kept);
  if (found === null) throw new TypeError("A password is not kept as this version keeps them");
  const [, log2N, r, p, salt = "", hash = ""] = found;
  return {
    cost: { log2N: Number(log2N), r: Number(r), p: Number(p) },
    salt: Uint8Array.fromBase64(salt),
    hash: Uint8Array.fromBase64(hash),
  };
}
