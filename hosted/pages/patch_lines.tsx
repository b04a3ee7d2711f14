/** A patch with colored lines. */

type LineKind = "file" | "place" | "added" | "removed" | "same";

export function PatchLines({ patch }: { readonly patch: string }) {
  let isInFile = false;
  const lines = patch.replace(/\n$/, "").split("\n").map((text) => {
    // A file's own lines start with ' ', '+' or '-' in a patch, so they cannot look like a header.
    if (text.startsWith("@@")) isInFile = true;
    else if (text.startsWith("diff --git ")) isInFile = false;
    return { text, kind: kindOf(text, isInFile) };
  });
  return (
    <div class="code patch" role="region" aria-label="Patch" tabindex={0}>
      <pre><code>
        {lines.map(({ text, kind }, index) => (
          <span key={index} class={kind}>{`${text}\n`}</span>
        ))}
      </code></pre>
    </div>
  );
}

function kindOf(text: string, isInFile: boolean): LineKind {
  if (text.startsWith("@@")) return "place";
  if (!isInFile) return "file";
  if (text.startsWith("+")) return "added";
  return text.startsWith("-") ? "removed" : "same";
}
