/** The two programs that people download, and where they run. */

/** A program that becomes an executable of its own. */
export interface Program {
  readonly name: "layerwright" | "layerwright-server";
  readonly title: string;
  /** The module that it starts with, from the checkout's root. */
  readonly entry: string;
  /** What Deno lets it do, as flags of `deno compile`. */
  readonly permissions: readonly string[];
  readonly v8Flags: readonly string[];
}

/**
 * The command line works on whatever files its words name, for whoever starts it: so it may read and
 * write all that this person may, and read all variables, of which every agent that `setup` knows has
 * its own. `serve` listens where it is told to, and `setup` calls the server that it is given
 * (`--allow-net`). `setup` opens a browser, asks git and tries a server that an agent would start: any
 * program (`--allow-run`). It names a key after the computer (`--allow-sys=hostname`). What is left out
 * is native code, other facts of the system, and code from elsewhere.
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
   * All functions are compiled, with their source positions, into the code cache of the first run. Without
   * that every run compiles what it calls, and whole modules again for the first error's stack. Room for
   * 16 MB of young objects spares most runs the garbage collector. The first functions that the baseline
   * compiler takes cost three milliseconds, and the last compiler takes ten for one that has a large loop,
   * which a program of fifty never gets back; without that one, a run of seconds is a fiftieth slower,
   * and a server that has run for long not by as much as can be measured.
   */
  v8Flags: [
    ...["--no-lazy", "--no-enable-lazy-source-positions", "--min-semi-space-size=16"],
    "--no-sparkplug",
    "--no-turbofan",
  ],
};

/**
 * The server starts no program. Its folders and addresses are settings, which a list that is fixed when
 * it is built cannot name: projects and data lie where the environment says; it listens where that says,
 * and a hosted one calls Postgres, the issuers with whom people log in, and the addresses of apps that
 * ask to be let in (of which `hosted/http/public_fetch.ts` lets none lead inside). Who wants it bounded more
 * narrowly does it from outside, as the container does: a disk that is read-only but for two folders.
 */
export const SERVER: Program = {
  name: "layerwright-server",
  title: "Layerwright tool server",
  entry: "server.ts",
  permissions: ["--allow-read", "--allow-write", "--allow-env", "--allow-net", "--no-prompt"],
  v8Flags: [],
};

/** All programs. */
export const PROGRAMS: readonly Program[] = [CLI, SERVER];
