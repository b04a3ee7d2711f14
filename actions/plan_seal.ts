/** The seal of plan files: a hash of the whole file except the seal itself. */

/** The end of a plan file with an empty seal. */
const EMPTY_SEAL = '"seal": ""\n}\n';

const SEAL = /"seal": "(sha256:[0-9a-f]{64})"\n\}\n$/;

const SEALED_LENGTH = EMPTY_SEAL.length + "sha256:".length + 64;

/**
 * Puts the seal into a plan file: the SHA-256 hash of the file with an empty seal.
 *
 * @param unsealed Text that ends with an empty seal.
 */
export async function sealed(unsealed: string): Promise<string> {
  const seal = await sealOf(unsealed);
  return unsealed.slice(0, -EMPTY_SEAL.length) + EMPTY_SEAL.replace('""', `"${seal}"`);
}

/** Returns a plan file with an empty seal; `null` if the seal is wrong. */
export async function withoutSeal(file: string): Promise<string | null> {
  const [, seal] = SEAL.exec(file.slice(-SEALED_LENGTH)) ?? [];
  const unsealed = file.slice(0, -SEALED_LENGTH) + EMPTY_SEAL;
  return seal !== undefined && seal === await sealOf(unsealed) ? unsealed : null;
}

async function sealOf(unsealed: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(unsealed));
  return `sha256:${new Uint8Array(hash).toHex()}`;
}
