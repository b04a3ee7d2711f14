/** Reads `CHANGELOG.md`, whose format is https://keepachangelog.com/en/1.1.0/. */

/** A section of a changelog. */
export interface Section {
  /** Such as `1.2.0`, or `Unreleased`. */
  readonly version: string;
  /** Such as `2026-11-21`; `null` if unreleased. */
  readonly date: string | null;
  /** The changes, as Markdown without the section's heading. */
  readonly notes: string;
}

const HEADING = /^## \[([^\]]+)\](?: - (\d{4}-\d{2}-\d{2}))?$/;
const LINK = /^\[[^\]]+\]: /;

/**
 * Reads a changelog.
 *
 * @returns Its sections in their order: the newest first.
 */
export function readChangelog(text: string): readonly Section[] {
  const sections: { version: string; date: string | null; lines: string[] }[] = [];
  for (const line of text.split("\n")) {
    const [, version, date = null] = HEADING.exec(line) ?? [];
    if (version !== undefined) sections.push({ version, date, lines: [] });
    else if (!LINK.test(line)) sections.at(-1)?.lines.push(line);
  }
  return sections.map(({ lines, ...rest }) => ({ ...rest, notes: lines.join("\n").trim() }));
}

/**
 * Returns the notes of a release.
 *
 * @throws {Error} If the changelog has no section for the version, or the section has no date or notes.
 */
export function releaseNotes(changelog: string, version: string): string {
  const found = readChangelog(changelog).find((section) => section.version === version);
  if (found === undefined) throw new Error(`CHANGELOG.md has no section '## [${version}]'`);
  if (found.date === null) throw new Error(`CHANGELOG.md has no date for ${version}`);
  if (found.notes === "") throw new Error(`CHANGELOG.md has no notes for ${version}`);
  return found.notes;
}
