/** Times and dates in UTC. */

/** A time to the minute. @param at Milliseconds since 1970. */
export function Moment({ at }: { readonly at: number }) {
  const iso = new Date(at).toISOString();
  return <time datetime={iso}>{`${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`}</time>;
}

/** Returns a date, such as `2026-01-31`. @param at Milliseconds since 1970. */
export function dateOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
