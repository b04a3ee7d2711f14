/** install.sh, with real shells and downloaders, and a local server. */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { runToEnd } from "../commands/run_cli.ts";
import { IS_FULL_TIER } from "../tools/tier.ts";
import { inTemporaryFolder } from "../workspace/temporary_folder.ts";
import { type Answer, type Releases, sumLine, withReleases } from "./releases.ts";

const SCRIPT = fileURLToPath(new URL("../../install.sh", import.meta.url));
const SCRIPT_TEXT = Deno.readTextFileSync(SCRIPT);

const TLS = fileURLToPath(new URL("../testdata/tls", import.meta.url));

const SHELLS: readonly (readonly string[])[] = [["dash"], ["bash", "--posix"], ["busybox", "sh"]];
const DOWNLOADERS = ["curl", "wget"] as const;

/** The programs that the script needs, in addition to a shell and a downloader. */
const TOOLS = (
  "cat chmod cut dirname getconf grep mkdir mktemp mv rm rmdir sed sha256sum tail tr uname"
).split(" ");

const ASSET = `layerwright-${Deno.build.os}-${Deno.build.arch === "x86_64" ? "x64" : "arm64"}`;

function program(version: string): string {
  return `#!/bin/sh\necho 'layerwright ${version}'\n`;
}

async function release(version: string, folder = "latest/download") {
  return {
    [`/${folder}/SHA256SUMS`]: await sumLine("other", "") + await sumLine(ASSET, program(version)),
    [`/${folder}/${ASSET}`]: program(version),
  };
}

interface Setting {
  readonly shell?: readonly string[];
  readonly downloader?: typeof DOWNLOADERS[number] | "none";
  /** Shell scripts that replace programs of the system. */
  readonly programs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** The working folder, if not the home folder. */
  readonly cwd?: string;
}

/** A temporary home folder, and a function that runs the script in it. */
interface Computer {
  readonly home: string;
  install(args?: readonly string[], setting?: Setting): ReturnType<typeof runToEnd>;
  /** Returns every file and folder in the home, with its mode, and the text of files. */
  tree(): Record<string, string>;
}

async function onComputer(
  answers: Readonly<Record<string, Answer>>,
  test: (computer: Computer, releases: Releases) => Promise<void>,
): Promise<void> {
  await withReleases(answers, (releases) =>
    inTemporaryFolder(async (folder) => {
      const home = join(folder, "home");
      Deno.mkdirSync(home);
      let runs = 0;
      const install: Computer["install"] = async (args = [], setting = {}) => {
        const { shell = ["dash"], downloader = "curl", programs = {}, env = {}, cwd = home } =
          setting;
        const bin = join(folder, `bin${runs++}`);
        Deno.mkdirSync(bin);
        const linked = [...TOOLS, ...downloader === "none" ? [] : [downloader]];
        for (const name of linked.filter((name) => !(name in programs))) {
          Deno.symlinkSync(await programPath(name), join(bin, name));
        }
        for (const [name, script] of Object.entries(programs)) {
          Deno.writeTextFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
        }
        const [name = "", ...words] = shell;
        return await runToEnd([await programPath(name), ...words, SCRIPT, ...args], {
          cwd,
          env: { HOME: home, PATH: bin, LAYERWRIGHT_DOWNLOAD_URL: releases.url, ...env },
        });
      };
      await test({ home, install, tree: () => treeOf(home) }, releases);
    }));
}

const programPaths = new Map<string, Promise<string>>();

/** Finds a program once for all tests. */
function programPath(name: string): Promise<string> {
  const path = programPaths.get(name) ?? findProgram(name);
  programPaths.set(name, path);
  return path;
}

async function findProgram(name: string): Promise<string> {
  const { stdout } = await runToEnd(["sh", "-c", 'command -v "$1"', "sh", name], {
    cwd: "/",
    env: { PATH: Deno.env.get("PATH") ?? "" },
  });
  ok(stdout.startsWith("/"), `there is no ${name}`);
  return stdout.trimEnd();
}

function treeOf(root: string, below = ""): Record<string, string> {
  const entries = [...Deno.readDirSync(join(root, below))];
  return Object.assign(
    {},
    ...entries.map(({ name, isDirectory, isSymlink }) => {
      const path = join(below, name);
      if (isSymlink) return { [path]: `-> ${Deno.readLinkSync(join(root, path))}` };
      if (isDirectory) return { [`${path}/`]: "", ...treeOf(root, path) };
      const mode = (Deno.statSync(join(root, path)).mode ?? 0) & 0o777;
      return { [path]: `${mode.toString(8)} ${Deno.readTextFileSync(join(root, path))}` };
    }),
  );
}

for (const [index, shell] of SHELLS.entries()) {
  for (const downloader of chosen(index)) {
    Deno.test(`install.sh by ${shell.join(" ")} and ${downloader} installs, updates and uninstalls`, async () => {
      const answers = {
        ...await release("1.3.0"),
        ...await release("1.2.0", "download/v1.2.0"),
      };
      await onComputer(answers, async ({ home, install, tree }, { url, asked }) => {
        const setting = { shell, downloader };
        const first = await install(["--version", "1.2.0"], setting);
        equal(
          first.stdout,
          `Downloading ${url}/download/v1.2.0/${ASSET}
Installed layerwright 1.2.0 in ~/.local/bin
~/.local/bin is not on your PATH. Add the line of your shell, and open a new terminal:
  ~/.bashrc, ~/.zshrc         export PATH="$HOME/.local/bin":"$PATH"
  ~/.config/fish/config.fish  fish_add_path "$HOME/.local/bin"
`,
        );
        equal(tree()[".local/bin/layerwright"], `755 ${program("1.2.0")}`);
        const second = await install([], setting);
        match(second.stdout, /^Installed layerwright 1\.3\.0 in ~\/\.local\/bin$/m);
        equal(tree()[".local/bin/layerwright"], `755 ${program("1.3.0")}`);
        const third = await install([], {
          ...setting,
          env: { PATH: `${join(home, ".local/bin")}:${Deno.env.get("PATH")}` },
        });
        equal(third.stdout, "Nothing to do: layerwright 1.3.0 is already in ~/.local/bin\n");
        equal(asked.at(-1), "/latest/download/SHA256SUMS", "a second copy is not downloaded");
        const removed = await install(["--uninstall"], setting);
        equal(removed.stdout, "Removed ~/.local/bin/layerwright\n");
        deepEqual(tree(), { ".local/": "", ".local/bin/": "", ".local/state/": "" });
        const again = await install(["--uninstall"], setting);
        equal(again.stdout, "Nothing to do: '~/.local/bin/layerwright' does not exist\n");
        for (const { code, stderr } of [first, second, third, removed, again]) {
          deepEqual({ code, stderr }, { code: 0, stderr: "" });
        }
      });
    });
  }
}

/** Returns all downloaders in the full tier, otherwise one, which alternates. */
function chosen(index: number): readonly (typeof DOWNLOADERS)[number][] {
  return DOWNLOADERS.filter((_, each) => IS_FULL_TIER || each === index % DOWNLOADERS.length);
}

interface Refusal {
  readonly behaviour: string;
  readonly answers: () => Promise<Record<string, Answer>> | Record<string, Answer>;
  readonly args?: readonly string[];
  readonly setting?: Setting;
  readonly says: RegExp;
  readonly code?: number;
}

const SUMS = "/latest/download/SHA256SUMS";
const FILE = `/latest/download/${ASSET}`;

const REFUSALS: readonly Refusal[] = [
  {
    behaviour: "an executable that was altered",
    answers: async () => ({ ...await release("1.2.0"), [FILE]: program("6.6.6") }),
    says: /does not match its checksum in SHA256SUMS; nothing was installed\.$/,
  },
  {
    behaviour: "an executable that was cut off",
    answers: async () => ({ ...await release("1.2.0"), [FILE]: program("1.2.0").slice(0, -3) }),
    says: /does not match its checksum/,
  },
  {
    behaviour: "a release without SHA256SUMS",
    answers: () => ({ [FILE]: program("1.2.0") }),
    says: /^Error: Not found: .*\/latest\/download\/SHA256SUMS \(404\)\.$/,
  },
  {
    behaviour: "a release without the executable",
    answers: async () => ({ [SUMS]: await sumLine(ASSET, program("1.2.0")) }),
    says: /^Error: Not found: .* \(404\)\.$/,
  },
  {
    behaviour: "SHA256SUMS without the executable",
    answers: async () => ({
      [SUMS]: await sumLine(`../${ASSET}`, program("1.2.0")) +
        await sumLine(`${ASSET} x`, program("1.2.0")) + await sumLine(`x${ASSET}`, "x"),
      [FILE]: program("1.2.0"),
    }),
    says: /SHA256SUMS has no checksum of layerwright-/,
  },
  {
    behaviour: "SHA256SUMS with an invalid checksum",
    answers: () => ({ [SUMS]: `$(touch hacked)  ${ASSET}\n`, [FILE]: program("1.2.0") }),
    says: /has no checksum/,
  },
  {
    behaviour: "an empty SHA256SUMS",
    answers: () => ({ [SUMS]: "", [FILE]: program("1.2.0") }),
    says: /has no checksum/,
  },
  {
    behaviour: "a page in place of SHA256SUMS",
    answers: () => ({ [SUMS]: "<html>\n<body>Log in, please", [FILE]: program("1.2.0") }),
    says: /has no checksum/,
  },
  {
    behaviour: "an executable that does not run",
    answers: async () => ({
      [SUMS]: await sumLine(ASSET, "#!/bin/sh\necho old glibc >&2\nexit 1\n"),
      [FILE]: "#!/bin/sh\necho old glibc >&2\nexit 1\n",
    }),
    says: /^Error: layerwright-\S+ does not run on this system \(old glibc\); nothing was/,
  },
  {
    behaviour: "a version that does not exist",
    answers: () => release("1.2.0"),
    args: ["--version", "9.9.9"],
    says: /^Error: Not found: .*\/download\/v9\.9\.9\/SHA256SUMS \(404\)\.$/,
  },
  {
    behaviour: "no network",
    answers: () => ({}),
    setting: { env: { LAYERWRIGHT_DOWNLOAD_URL: "http://127.0.0.1:1" } },
    says: /^Error: Cannot download http:\/\/127\.0\.0\.1:1\/latest\/download\/SHA256SUMS \(.+\)\.$/,
  },
  ...[
    "http://example.com/releases",
    "http://127.0.0.1.example.com",
    "http://127.0.0.1:80@example.com",
    "ftp://127.0.0.1/",
    "file:///etc",
    "/etc",
  ].map((address): Refusal => ({
    behaviour: `the address ${address}`,
    answers: () => ({}),
    setting: { env: { LAYERWRIGHT_DOWNLOAD_URL: address } },
    says: /^Error: Invalid LAYERWRIGHT_DOWNLOAD_URL '/,
  })),
  ...["one.two", "1.2.3;reboot", "../1.2.3", "1.2.3/../../x", "$(id)1.2.3"].map((
    version,
  ): Refusal => ({
    behaviour: `the version ${version}`,
    answers: () => ({}),
    args: ["--version", version],
    says: /^Error: Invalid --version '.*' \(must be like 1\.2\.3\)\.$/,
    code: 2,
  })),
  {
    behaviour: "an unknown option",
    answers: () => ({}),
    args: ["--force"],
    says: /^Error: Unknown option '--force'\. See --help\.$/,
    code: 2,
  },
  {
    behaviour: "an option without its value",
    answers: () => ({}),
    args: ["--dir"],
    says: /^Error: Missing value of option '--dir'\.$/,
    code: 2,
  },
  {
    behaviour: "an unknown system",
    answers: () => ({}),
    setting: { programs: { uname: "echo Plan9" } },
    says: /^Error: There is no executable for Plan9\. On Windows, use install\.ps1\.$/,
  },
  {
    behaviour: "an unknown processor",
    answers: () => ({}),
    setting: { programs: { uname: 'if [ "$1" = -s ]; then echo Linux; else echo riscv64; fi' } },
    says: /^Error: There is no executable for Linux on riscv64\.$/,
  },
  {
    behaviour: "musl",
    answers: () => ({}),
    setting: {
      programs: {
        getconf: "exit 1",
        ldd: "echo 'musl libc (x86_64)' >&2; exit 1",
        uname: 'if [ "$1" = -s ]; then echo Linux; else echo x86_64; fi',
      },
    },
    says: /^Error: The executable needs glibc, but this system has musl\. Use the container\.$/,
  },
  {
    behaviour: "a system without a downloader",
    answers: () => ({}),
    setting: { downloader: "none" },
    says: /^Error: Neither curl nor GNU wget was found\. Install one of them\.$/,
  },
  {
    behaviour: "BusyBox's wget, which checks no certificate",
    answers: () => ({}),
    setting: { downloader: "none", programs: { wget: "echo BusyBox >&2; exit 1" } },
    says: /^Error: Neither curl nor GNU wget was found/,
  },
  {
    behaviour: "no home",
    answers: () => ({}),
    setting: { env: { HOME: "" } },
    says: /^Error: HOME is not set/,
  },
];

for (
  const [index, { behaviour, answers, args = [], setting, says, code = 1 }] of REFUSALS.entries()
) {
  Deno.test(`install.sh refuses ${behaviour}, and leaves no files`, async () => {
    await onComputer(await answers(), async ({ install, tree }) => {
      const isNone = setting?.downloader === "none";
      for (const downloader of isNone ? ["none"] as const : chosen(index)) {
        const result = await install(args, { ...setting, downloader });
        match(result.stderr.trimEnd(), says);
        equal(result.code, code);
        deepEqual(tree(), {});
      }
    });
  });
}

for (const downloader of DOWNLOADERS) {
  Deno.test(`install.sh by ${downloader} follows redirects to another server, and refuses an incomplete download`, async () => {
    using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    const served = answerHalf(listener);
    const elsewhere = `http://127.0.0.1:${listener.addr.port}/`;
    const answers = { ...await release("1.2.0"), [FILE]: () => Response.redirect(elsewhere) };
    await onComputer(answers, async ({ install, tree }) => {
      const { code, stderr } = await install([], { downloader });
      match(stderr, /^Error: Cannot download \S+ \(.+\)\.\n$/);
      equal(code, 1);
      deepEqual(tree(), {});
    });
    await served;
  });
}

for (const downloader of DOWNLOADERS) {
  Deno.test(`install.sh by ${downloader} follows no redirect from https to http`, async () => {
    await onComputer(await release("1.2.0"), async ({ home, install, tree }, { url }) => {
      const certificate = join(TLS, "localhost.crt");
      const settings = join(home, "../wgetrc");
      Deno.writeTextFileSync(settings, `ca_certificate = ${certificate}\n`);
      let answer = (path: string): Response | Promise<Response> => Response.redirect(url + path);
      const server = Deno.serve({
        hostname: "127.0.0.1",
        port: 0,
        onListen() {},
        cert: Deno.readTextFileSync(certificate),
        key: Deno.readTextFileSync(join(TLS, "localhost.key")),
      }, (request) => answer(new URL(request.url).pathname));
      const env = {
        LAYERWRIGHT_DOWNLOAD_URL: `https://localhost:${server.addr.port}`,
        CURL_CA_BUNDLE: certificate,
        WGETRC: settings,
      };
      const led = await install([], { downloader, env });
      match(led.stderr, /^Error: Cannot download https:\S+\/SHA256SUMS \(.*http.*\)\.\n$/);
      equal(led.code, 1);
      deepEqual(tree(), {});
      answer = (path) => fetch(url + path);
      equal((await install([], { downloader, env })).stderr, "", "nothing else was in its way");
      await server.shutdown();
    });
  });
}

/** Responds to one request with half of the announced body. */
async function answerHalf(listener: Deno.TcpListener): Promise<void> {
  using connection = await listener.accept();
  await connection.read(new Uint8Array(4096));
  const answer = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n#!/bin/sh\n";
  await connection.write(new TextEncoder().encode(answer));
}

Deno.test("install.sh updates nothing if the new executable's checksum is wrong", async () => {
  const bad = { ...await release("1.3.0"), [FILE]: program("6.6.6") };
  const answers = { ...bad, ...await release("1.2.0", "download/v1.2.0") };
  await onComputer(answers, async ({ install, tree }) => {
    await install(["--version", "v1.2.0"]);
    const before = tree();
    const { code } = await install();
    equal(code, 1);
    deepEqual(tree(), before);
    equal((await install(["--uninstall"])).code, 0);
  });
});

const FOREIGN: Readonly<Record<string, (path: string) => void>> = {
  "a program of another's": (path) => Deno.writeTextFileSync(path, "#!/bin/sh\n", { mode: 0o755 }),
  "a link": (path) => Deno.symlinkSync("/bin/true", path),
  "a link to nothing": (path) => Deno.symlinkSync("nowhere", path),
  "a folder": (path) => Deno.mkdirSync(path),
};

for (const [what, put] of Object.entries(FOREIGN)) {
  Deno.test(`install.sh neither replaces nor removes ${what}`, async () => {
    await onComputer(await release("1.2.0"), async ({ home, install, tree }) => {
      Deno.mkdirSync(join(home, ".local/bin"), { recursive: true });
      put(join(home, ".local/bin/layerwright"));
      const before = tree();
      for (const args of [[], ["--uninstall"]]) {
        const { code, stderr } = await install(args);
        equal(
          stderr,
          "Error: '~/.local/bin/layerwright' was not installed by this script; nothing was changed.\n" +
            "Hint: Move it away, or name another folder with --dir\n",
        );
        equal(code, 3);
        deepEqual(tree(), before);
      }
    });
  });
}

Deno.test("install.sh makes an installed file executable again", async () => {
  await onComputer(await release("1.2.0"), async ({ home, install, tree }) => {
    await install();
    Deno.chmodSync(join(home, ".local/bin/layerwright"), 0o644);
    equal((await install()).stderr, "");
    equal(tree()[".local/bin/layerwright"], `755 ${program("1.2.0")}`);
  });
});

Deno.test("install.sh refuses folders with line breaks in their names, including the working folder", async () => {
  await onComputer(await release("1.2.0"), async ({ home, install, tree }) => {
    const cwd = join(home, "two\nlines");
    Deno.mkdirSync(cwd);
    const refused = [await install(["--dir", "x"], { cwd }), await install(["--dir", "x\ny"])];
    for (const { code, stderr } of refused) {
      equal(stderr, "Error: Invalid --dir (control characters in its name).\n");
      equal(code, 2);
    }
    deepEqual(tree(), { "two\nlines/": "" });
  });
});

Deno.test("install.sh records the real path of an executable, and recognizes it through symbolic links", async () => {
  await onComputer(await release("1.2.0"), async ({ home, install, tree }) => {
    Deno.mkdirSync(join(home, "real"));
    Deno.symlinkSync("real", join(home, "link"));
    equal((await install(["--dir", "link"])).stderr, "");
    const place = join(Deno.realPathSync(home), "real/layerwright");
    match(tree()[".local/state/layerwright/installed"] ?? "", new RegExp(`  ${place}\n$`));
    equal((await install(["--dir", "real/", "--uninstall"])).stderr, "");
    deepEqual(tree(), { ".local/": "", ".local/state/": "", "link": "-> real", "real/": "" });
  });
});

Deno.test("install.sh keeps an executable that was changed after the installation", async () => {
  await onComputer(await release("1.2.0"), async ({ home, install, tree }) => {
    await install();
    Deno.writeTextFileSync(join(home, ".local/bin/layerwright"), "# mine\n", { append: true });
    const before = tree();
    equal((await install(["--uninstall"])).code, 3);
    deepEqual(tree(), before);
  });
});

const ODD_FOLDERS = ["two words", "quote'd", "$(touch hacked)", "-rf", "*", "a:b", "ü", 'back\\"'];

/**
 * Returns the shells to test in a folder: all in the full tier, otherwise a different one for each
 * folder.
 */
function shellsFor(index: number): typeof SHELLS {
  return SHELLS.filter((_, each) => IS_FULL_TIER || each === index % SHELLS.length);
}

for (const [index, name] of ODD_FOLDERS.entries()) {
  for (const shell of shellsFor(index)) {
    Deno.test(`install.sh by ${shell.join(" ")} installs into a folder named ${name}`, async () => {
      await onComputer(await release("1.2.0"), async ({ home, install, tree }) => {
        const installed = await install([`--dir=${name}/bin`], { shell });
        equal(installed.stderr, "");
        equal(tree()[`${name}/bin/layerwright`], `755 ${program("1.2.0")}`);
        const line = /^ {2}~\/\.bashrc, ~\/\.zshrc +(.*)$/m.exec(installed.stdout)?.[1] ?? "";
        const { stdout } = await runToEnd(["sh", "-c", `${line}; command -v layerwright`], {
          cwd: home,
          env: { HOME: home, PATH: "/usr/bin:/bin" },
        });
        // PATH cannot contain a folder with a colon.
        if (!name.includes(":")) equal(stdout, `${join(home, name)}/bin/layerwright\n`);
        equal((await install(["--uninstall", "--dir", `${name}/bin`], { shell })).stderr, "");
        deepEqual(tree(), {
          ".local/": "",
          ".local/state/": "",
          [`${name}/`]: "",
          [`${name}/bin/`]: "",
        });
      });
    });
  }
}

Deno.test("install.sh replaces a running executable without stopping it", async () => {
  const cat = Deno.readFileSync(await programPath("cat"));
  // The system ignores bytes after a program's sections.
  const newer = new Uint8Array([...cat, 10]);
  const answers = {
    [FILE]: newer,
    [SUMS]: await sumLine(ASSET, newer),
    [`/download/v1.0.0/${ASSET}`]: cat,
    "/download/v1.0.0/SHA256SUMS": await sumLine(ASSET, cat),
  };
  await onComputer(answers, async ({ home, install }) => {
    await install(["--version", "1.0.0"]);
    const path = join(home, ".local/bin/layerwright");
    const running = new Deno.Command(path, { stdin: "piped", stdout: "piped" }).spawn();
    const { code, stderr } = await install();
    deepEqual({ code, stderr }, { code: 0, stderr: "" });
    const writer = running.stdin.getWriter();
    await writer.write(new TextEncoder().encode("still here"));
    await writer.close();
    equal(new TextDecoder().decode((await running.output()).stdout), "still here");
    equal(Deno.statSync(path).size, newer.length);
  });
});

Deno.test("install.sh reports a folder that it cannot create", async () => {
  await onComputer(await release("1.2.0"), async ({ home, install, tree }) => {
    Deno.writeTextFileSync(join(home, "file"), "");
    const { code, stderr } = await install(["--dir", "file/bin"]);
    equal(stderr, "Error: Cannot create the folder '~/file/bin'.\n");
    equal(code, 1);
    deepEqual(tree(), { file: "644 " });
  });
});

for (const downloader of DOWNLOADERS) {
  Deno.test({
    name: `install.sh by ${downloader} reports a full disk, and leaves no files`,
    // Only root can mount a disk.
    ignore: Deno.uid() !== 0,
    fn: async () => {
      const big = `${program("1.2.0")}exit\n${"x".repeat(400_000)}`;
      const answers = { [FILE]: big, [SUMS]: await sumLine(ASSET, big) };
      await onComputer(answers, async ({ home }, { url }) => {
        const script =
          'mount -t tmpfs -o size=64k,mode=755 none "$HOME" && cd "$HOME" || exit 9\n' +
          'sh "$0"; code=$?; find . ; exit $code';
        const wrapper = join(home, "bin");
        Deno.mkdirSync(wrapper);
        const { code, stdout, stderr } = await runToEnd(
          ["unshare", "--mount", "sh", "-c", script, SCRIPT],
          {
            cwd: "/",
            env: {
              HOME: home,
              PATH: downloader === "curl"
                ? Deno.env.get("PATH") ?? ""
                : await pathWithoutCurl(home),
              LAYERWRIGHT_DOWNLOAD_URL: url,
            },
          },
        );
        match(stderr, /^Error: Cannot write to '~\/\.local\/bin' \(its disk may be full\)\.\n$/);
        equal(stdout, `Downloading ${url}${FILE}\n.\n`);
        equal(code, 1);
      });
    },
  });
}

/**
 * Creates a folder for `PATH` without curl, outside the home, because the test mounts a disk over
 * the home.
 */
async function pathWithoutCurl(home: string): Promise<string> {
  const bin = join(home, "../bin");
  Deno.mkdirSync(bin);
  for (const name of [...TOOLS, "wget", "sh", "mount", "unshare", "find"]) {
    Deno.symlinkSync(await programPath(name), join(bin, basename(name)));
  }
  return bin;
}

for (const shell of SHELLS) {
  Deno.test(`install.sh does nothing in ${shell.join(" ")} if its own download is incomplete`, async () => {
    await onComputer(await release("1.2.0"), async ({ home, tree }, { url, asked }) => {
      const ends = [...SCRIPT_TEXT.matchAll(/\n/g)].map(({ index }) => index)
        .filter((end, index, all) => index % 12 === 0 && end < (all.at(-2) ?? 0));
      const last = SCRIPT_TEXT.length - '{ main "$@"; }\n'.length;
      const inLast = Array.from({ length: '{ main "$@"; '.length + 1 }, (_, index) => last + index);
      for (const end of [...ends, ...inLast]) {
        await runToEnd(shell, {
          cwd: home,
          env: { HOME: home, PATH: Deno.env.get("PATH") ?? "", LAYERWRIGHT_DOWNLOAD_URL: url },
          stdin: SCRIPT_TEXT.slice(0, end),
        });
        deepEqual(tree(), {}, `cut off after ${end} characters`);
      }
      deepEqual(asked, []);
      await runToEnd(shell, {
        cwd: home,
        env: { HOME: home, PATH: Deno.env.get("PATH") ?? "", LAYERWRIGHT_DOWNLOAD_URL: url },
        stdin: SCRIPT_TEXT,
      });
      ok(".local/bin/layerwright" in tree(), "the whole script installs");
    });
  });
}

Deno.test("install.sh passes shellcheck", async () => {
  const { stdout } = await runToEnd(["shellcheck", "--shell=sh", SCRIPT], {
    cwd: "/",
    env: { PATH: Deno.env.get("PATH") ?? "" },
  });
  equal(stdout, "");
});

Deno.test("install.sh --help lists every option and variable, in 80 columns", async () => {
  await onComputer({}, async ({ install }) => {
    const { stdout, code } = await install(["--help"]);
    equal(code, 0);
    const words = ["--version", "--dir", "--uninstall", "--help", "LAYERWRIGHT_DOWNLOAD_URL"];
    deepEqual(words.filter((word) => !stdout.includes(word)), []);
    deepEqual(stdout.split("\n").filter((line) => line.length > 80), []);
  });
});
