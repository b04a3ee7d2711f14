/** Styles of the dashboard's navigation, charts, file trees and code. */

export const DASHBOARD_STYLE = `
nav ul { list-style: none; margin: 0; padding: 0; }
header nav { margin-top: .75rem; border-bottom: 1px solid var(--line); }
header nav ul { display: flex; flex-wrap: wrap; gap: 0 1.5rem; }
header nav a {
  display: block;
  padding: .5rem 0;
  color: var(--quiet);
  text-decoration: none;
  border-bottom: 3px solid transparent;
}
header nav a:hover { color: var(--text); border-color: var(--line); }
header nav a[aria-current] { color: var(--text); font-weight: 600; border-color: var(--accent); }
@media (max-width: 40rem) {
  header nav ul { display: grid; grid-template-columns: repeat(3, auto); gap: 0 .75rem; }
  header nav a { font-size: .95rem; }
}
nav.pages { margin-top: 1.5rem; }
bdi.subject { font-weight: 600; }
.columns { display: grid; gap: 0 2.5rem; }
.columns > * { min-width: 0; }
@media (min-width: 60rem) {
  .columns { grid-template-columns: 1fr 1.4fr; }
}
details { margin: .75rem 0; }
summary { cursor: pointer; color: var(--accent); padding: .25rem 0; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); text-align: left; }
tbody th { font-weight: 400; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
figure { margin: 0; }
.chart table { max-width: 24rem; }
.plot svg {
  display: block;
  width: 100%;
  height: 9rem;
  border-top: 1px dashed var(--line);
  border-bottom: 1px solid var(--quiet);
}
.bar { fill: var(--accent); }
.ends { display: flex; justify-content: space-between; }
.meter { display: grid; grid-template-columns: 1fr auto; gap: .1rem 1rem; }
.meter label { margin: 0; }
.meter meter { grid-column: 1 / -1; width: 100%; height: .9rem; }
a.name { font-weight: 600; }
a.button { display: inline-block; }
a.button.bad { color: var(--bad); border-color: var(--bad); }
.trail { margin: 0 0 1rem; overflow-wrap: anywhere; }
h1 { overflow-wrap: anywhere; }
@media (min-width: 60rem) {
  .columns.project { grid-template-columns: 1fr 20rem; }
  .columns .code, .code.patch { max-height: none; }
}
.columns.project h2:first-child { margin-top: 0; }
.columns.project section + section { margin-top: 2rem; }
.columns.project { margin-top: 1.5rem; }
.columns.project > section { margin-top: 2rem; }
@media (min-width: 60rem) {
  .columns.project > section { margin-top: 0; }
}
.tree { list-style: none; margin: 0; padding: 0; }
.tree .tree { margin-left: .45rem; padding-left: .9rem; border-left: 1px solid var(--line); }
.tree li { overflow-wrap: anywhere; }
.tree a { display: inline-block; padding: .15rem 0; text-underline-offset: .25em; }
.tree a[aria-current] { font-weight: 700; }
.tree details { margin: 0; }
.tree summary { color: var(--text); padding: .15rem 0; }
.map { display: flex; flex-wrap: wrap; gap: 1rem 2rem; align-items: start; }
.route { max-width: 100%; height: auto; }
.route text { font: 12.5px ui-monospace, monospace; fill: var(--text); }
.route text.title { font: 600 14px system-ui, sans-serif; }
.route text.method { font: 600 11px ui-monospace, monospace; fill: var(--ground); }
.route .node { fill: var(--raised); stroke: var(--quiet); }
.route .line { fill: none; stroke: var(--quiet); }
.route text.unreadable { fill: var(--quiet); text-decoration: line-through; }
.badge { fill: var(--quiet); }
.badge.get { fill: var(--accent); }
.badge.post { fill: var(--blue); }
.badge.put { fill: var(--amber); }
.badge.delete { fill: var(--bad); }
.state { display: inline-block; min-width: 7.5rem; font-weight: 600; color: var(--quiet); }
.note { white-space: pre-line; }
.state.drift { color: var(--amber); }
dl.words dt { font-weight: 600; }
dl.words dd { margin: 0 0 .5rem; }
.layers { list-style: none; display: flex; flex-wrap: wrap; gap: .75rem .5rem; margin: 0 0 1rem; padding: 0; }
.layers li { position: relative; }
.layers li:not(:last-child) { padding-right: 1.5rem; }
.layers li:not(:last-child)::after {
  content: "→";
  position: absolute;
  top: 0;
  right: .25rem;
  color: var(--quiet);
}
.layers .hint { display: block; margin: 0; }
.code {
  overflow: auto;
  max-height: 80vh;
  background: var(--raised);
  border: 1px solid var(--line);
  border-radius: .6rem;
}
.code pre { white-space: pre; padding: .75rem 0; min-width: max-content; counter-reset: line; }
.code code { font-size: .85rem; line-height: 1.5; overflow-wrap: normal; tab-size: 4; }
.code code > span { display: block; padding: 0 1rem; min-height: 1.275rem; }
.code .line { counter-increment: line; padding-left: 0; }
.code .line::before {
  content: counter(line);
  display: inline-block;
  width: 2.75rem;
  margin-right: .9rem;
  text-align: right;
  color: var(--quiet);
}
.code .line:target { background: light-dark(#fff3c4, #3a3317); }
.box, .copying { max-width: 46rem; }
.box {
  background: var(--raised);
  border: 1px solid var(--line);
  border-radius: .4rem;
  padding: .6rem .8rem;
  margin: .5rem 0;
}
.copying { display: flex; gap: .75rem; align-items: center; margin: .25rem 0 1rem; min-height: 2rem; }
button.copy { padding: .2rem .7rem; font-weight: 400; }
h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
.clients {
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr));
  gap: 0 2rem;
  align-items: start;
}
.client { min-width: 0; margin: 0; border-bottom: 1px solid var(--line); padding: .25rem 0; }
.client summary { padding: .4rem 0; font-weight: 600; }
.client[open] { grid-column: 1 / -1; padding-bottom: 1rem; }
.client dl { margin: .25rem 0; }
.client dl div { display: flex; flex-wrap: wrap; gap: 0 .75rem; margin: .25rem 0; }
.client dt { color: var(--quiet); }
.client dd { margin: 0; }
.patch .file { font-weight: 600; }
.patch .place { color: var(--blue); }
.patch .added { background: light-dark(#e2f5ea, #12301f); }
.patch .removed { background: light-dark(#fdeae8, #3a1c1a); }
.hljs-comment, .hljs-quote { color: var(--quiet); font-style: italic; }
.hljs-keyword, .hljs-selector-tag, .hljs-literal { color: var(--violet); }
.hljs-string, .hljs-regexp, .hljs-code { color: var(--accent); }
.hljs-number, .hljs-meta, .hljs-variable, .hljs-subst { color: var(--amber); }
.hljs-title, .hljs-attr, .hljs-section, .hljs-built_in, .hljs-link { color: var(--blue); }
.hljs-section, .hljs-strong { font-weight: 700; }
.hljs-subst { color: inherit; }
`;
