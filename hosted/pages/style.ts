/** The style sheet of all pages, with a light and a dark theme. */

import { DASHBOARD_STYLE } from "./dashboard_style.ts";

export const STYLE = `
:root {
  color-scheme: light dark;
  accent-color: var(--accent);
  --text: light-dark(#1c2024, #e8eaed);
  --quiet: light-dark(#5b636b, #a3abb3);
  --ground: light-dark(#fbfcfd, #15181b);
  --raised: light-dark(#ffffff, #1d2125);
  --line: light-dark(#d5dae0, #363c43);
  --accent: light-dark(#0b6b53, #58c9a7);
  --on-accent: light-dark(#ffffff, #0d1512);
  --bad: light-dark(#b3261e, #ff9d94);
  --blue: light-dark(#0a5aa6, #8ec3ff);
  --violet: light-dark(#7a3aa8, #d5b0ff);
  --amber: light-dark(#835500, #f0bf6a);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--ground);
  color: var(--text);
  font: 1rem/1.55 system-ui, sans-serif;
}
header, main { max-width: 46rem; margin: 0 auto; padding: 1rem 1.25rem; }
.wide header, .wide main { max-width: 76rem; }
main { padding-bottom: 4rem; }
main.narrow > * { max-width: 43.5rem; }
time { white-space: nowrap; }
main:focus { outline: none; }
header .bar { display: flex; gap: 1rem; align-items: center; justify-content: space-between; }
header form { margin: 0; }
header button { padding: .2rem .6rem; font-weight: 400; }
.skip { position: absolute; left: -99rem; padding: .5rem 1rem; background: var(--raised); }
.skip:focus { left: 1rem; top: .5rem; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 1rem 0; }
h2 { font-size: 1.15rem; margin: 2rem 0 .75rem; }
a { color: var(--accent); }
label, legend { display: block; font-weight: 600; margin-bottom: .25rem; padding: 0; }
fieldset { border: 0; margin: 0; padding: 0; }
fieldset label { font-weight: 400; }
form.card, .card {
  display: grid;
  gap: 1rem;
  background: var(--raised);
  border: 1px solid var(--line);
  border-radius: .6rem;
  padding: 1.25rem;
}
/* Names, hosts and addresses come from strangers. Whole, they must fit a narrow window. */
.card, dl.facts { overflow-wrap: anywhere; }
.card > * { min-width: 0; }
dl.facts { margin: 0; }
dl.facts dt { color: var(--quiet); font-size: .9rem; }
dl.facts dd { margin: 0; }
dl.facts dd + dt { margin-top: .5rem; }
.choices { display: flex; flex-wrap: wrap; gap: .75rem; }
section.card { margin-bottom: 1.5rem; }
.card p { margin: 0 0 .25rem; }
input:not([type=radio]), select {
  width: 100%;
  padding: .55rem .7rem;
  font: inherit;
  color: inherit;
  background: var(--ground);
  border: 1px solid var(--quiet);
  border-radius: .4rem;
}
button {
  font: inherit;
  font-weight: 600;
  padding: .55rem 1rem;
  color: var(--on-accent);
  background: var(--accent);
  border: 1px solid var(--accent);
  border-radius: .4rem;
  cursor: pointer;
  justify-self: start;
}
a.button {
  padding: .55rem 1rem;
  font-weight: 600;
  text-decoration: none;
  border: 1px solid var(--quiet);
  border-radius: .4rem;
}
button.quiet { color: var(--text); background: transparent; border-color: var(--quiet); }
button.bad { color: var(--bad); background: transparent; border-color: var(--bad); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.card.broken { border-color: var(--bad); margin-bottom: 1.5rem; }
.card.broken h2 { margin: 0; color: var(--bad); }
.card.broken ul { margin: 0; padding-left: 1.25rem; }
.said { border-left: 4px solid var(--accent); padding-left: .75rem; overflow-wrap: anywhere; }
.problem { color: var(--bad); font-weight: 600; margin: 0; }
.hint { color: var(--quiet); font-size: .9rem; margin: .25rem 0 0; }
code { font: .95em ui-monospace, monospace; overflow-wrap: anywhere; }
pre { margin: 0; white-space: pre-wrap; }
ul.rows { list-style: none; margin: 0; padding: 0; border-top: 1px solid var(--line); }
ul.rows li {
  display: flex;
  flex-wrap: wrap;
  gap: .5rem 1rem;
  align-items: center;
  justify-content: space-between;
  padding: .75rem 0;
  border-bottom: 1px solid var(--line);
}
ul.rows form { margin: 0; }
ul.rows div { min-width: 0; overflow-wrap: anywhere; }
${DASHBOARD_STYLE}`;
