/** Runs programs that tests need. If a program is missing, the error says how to install it. */

const PACKAGES = new Map([["setfacl", "acl"], ["unshare", "util-linux mount"]]);

/** The output of a program, and the signal that ended the program, if any. */
export interface Output {
  readonly printed: string;
  readonly complaints: string;
  readonly signal: Deno.Signal | null;
}

/** @param command A program and its arguments. */
export async function run([program = "", ...args]: readonly string[]): Promise<Output> {
  try {
    const { stdout, stderr, signal } = await new Deno.Command(program, { args }).output();
    const decoder = new TextDecoder();
    return { printed: decoder.decode(stdout), complaints: decoder.decode(stderr), signal };
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    const packages = PACKAGES.get(program) ?? program;
    throw new Error(`This test needs ${program}. Run: sudo apt-get install --yes ${packages}`);
  }
}
