/** The two programs, and their permissions. */

/** A program that is compiled to an executable. */
export interface Program {
  readonly name: "layerwright" | "layerwright-server";
  readonly title: string;
  /** The entry module, relative to the checkout's root. */
  readonly entry: string;
  /** The permissions, as flags of `deno compile`. */
  readonly permissions: readonly string[];
  readonly v8Flags: readonly string[];
}

/**
 * The command line works on any files that its user names, so it may read and write all files. It
 * may read all variables, because each agent of `setup` has variables of its own. `serve` and
 * `mock` listen on a chosen address, and `setup` calls a chosen server (`--allow-net`). `setup` opens
 * a browser, runs git and ls, and starts the server that an agent would start, so it may run any
 * program (`--allow-run`). It names keys after the computer (`--allow-sys=hostname`). Native code,
 * other system information and remote code stay forbidden.
 */
export const CLI: Program = {
  name: "layerwright",
  title: "Layerwright",
  entry: "cli.ts",
  permissions: [
    ...["--allow-read", "--allow-write", "--allow-env", "--allow-net", "--allow-run"],
    ...["--allow-sys=hostname", "--no-prompt"],
  ],
  /**
   * Compiles all functions, with their source positions, into the code cache at the first run.
   * Otherwise, every run would compile the functions that it calls, and whole modules for the first
   * error's stack. A young generation of 16 MB avoids garbage collection in most runs. The baseline
   * compiler costs 3 ms for its first functions, and the optimizing compiler 10 ms for a large
   * loop. A command that takes 50 ms never gets this time back. Without the optimizing compiler, a
   * run that takes seconds is 2 % slower, and a long-running server is not measurably slower. The
   * middle compiler waits for more calls than usual, which saves 4 to 7 % of the processor time of
   * `generate subroute` and of a small `generate api`. Longer runs take as long as before.
   */
  v8Flags: [
    ...["--no-lazy", "--no-enable-lazy-source-positions", "--min-semi-space-size=16"],
    "--no-sparkplug",
    "--no-turbofan",
    "--invocation-count-for-maglev=1000",
  ],
};

/**
 * The server starts no program. Its folders and addresses come from settings, so permissions that are fixed
 * at build time cannot list them. A hosted server also connects to Postgres, to identity providers, and to
 * the URLs of registering apps (`hosted/http/public_fetch.ts` rejects internal addresses). To restrict the
 * server further, use a sandbox, such as the container with its read-only disk.
 */
export const SERVER: Program = {
  name: "layerwright-server",
  title: "Layerwright tool server",
  entry: "server.ts",
  permissions: ["--allow-read", "--allow-write", "--allow-env", "--allow-net", "--no-prompt"],
  v8Flags: [],
};

/** Both programs. */
export const PROGRAMS: readonly Program[] = [CLI, SERVER];
