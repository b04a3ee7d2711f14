/** A private container engine, with its own images and containers. */

import { join } from "node:path";
import { sleep } from "../../core/sleep.ts";
import { run, words } from "../run.ts";

/** Timeout for a start. */
const START_MS = 30_000;

/** Options for building an image. */
export interface BuildOptions {
  /** The stage to build. */
  readonly target: string;
  readonly args: Readonly<Record<string, string>>;
}

/** podman and buildah with all their data in one folder. */
export class Engine {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** @param folder A folder that does not exist yet. */
  static async create(folder: string): Promise<Engine> {
    await Deno.mkdir(join(folder, "networks"), { recursive: true });
    const containers = [
      "[containers]",
      'default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]',
      "[engine]",
      'runtime = "runc"',
      `tmp_dir = "${folder}/tmp"`,
      "[network]",
      `network_config_dir = "${folder}/networks"`,
    ];
    const storage = [
      "[storage]",
      'driver = "overlay"',
      `graphroot = "${folder}/graph"`,
      `runroot = "${folder}/run"`,
    ];
    await Deno.writeTextFile(join(folder, "containers.conf"), containers.join("\n"));
    await Deno.writeTextFile(join(folder, "storage.conf"), storage.join("\n"));
    return new Engine(folder);
  }

  /** Runs a program on this engine, and returns its stdout. */
  run(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<string> {
    const own = {
      CONTAINERS_CONF: join(this.#folder, "containers.conf"),
      CONTAINERS_STORAGE_CONF: join(this.#folder, "storage.conf"),
    };
    return run(program, args, { env: { ...env, ...own } });
  }

  /** Builds an image from a folder with a Dockerfile. */
  async build(name: string, folder: string, { target, args }: BuildOptions): Promise<void> {
    const options = ["--isolation", "chroot", "--pull=never", "--format", "docker"];
    const given = Object.entries(args).flatMap((
      [key, value],
    ) => ["--build-arg", `${key}=${value}`]);
    const words = [...options, ...given, "--target", target, "--tag", name, folder];
    await this.run("buildah", ["bud", ...words]);
  }

  /** Returns an image's size in bytes. */
  async imageSize(name: string): Promise<number> {
    return Number(await this.run("podman", ["image", "inspect", "--format={{.Size}}", name]));
  }

  /** Runs the container's health check until it succeeds, because no engine service runs it. */
  async untilHealthy(container: string): Promise<void> {
    const deadline = performance.now() + START_MS;
    for (;;) {
      try {
        await this.run("podman", ["healthcheck", "run", container]);
        return;
      } catch (problem) {
        if (performance.now() > deadline) throw problem;
      }
      await sleep(50);
    }
  }

  /** Stops and removes all containers, networks and data of this engine. */
  async close(): Promise<void> {
    const containers = words(await this.run("podman", ["ps", "--all", "--quiet"]));
    for (const id of containers) {
      await this.run("podman", ["rm", "--force", "--time=0", "--volumes", id]);
    }
    const networks = words(await this.run("podman", ["network", "ls", "--format={{.Name}}"]));
    for (const name of networks.filter((each) => each !== "podman")) {
      await this.run("podman", ["network", "rm", name]);
    }
    const mounts = (await Deno.readTextFile("/proc/mounts")).split("\n");
    const own = mounts.flatMap((line) => line.split(" ")[1] ?? [])
      .filter((path) => path.startsWith(`${this.#folder}/`));
    for (const path of own.reverse()) await run("umount", [path]);
  }
}
