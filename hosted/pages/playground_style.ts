/** The style sheet of the playground. Its line height must match `playground/editor.ts`. */

export const PLAYGROUND_STYLE = `
[hidden] { display: none !important; }
@media (scripting: none) { #starting { display: none; } }
.lead { max-width: 43.5rem; font-size: 1.05rem; }
.bench h2 { margin: 0; }
.bench h2, .heading { min-height: 1.75rem; }
.bench > section { margin-top: 1rem; }
.heading { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: baseline; justify-content: space-between; }
.heading, #endpoints-title { margin-bottom: .6rem; }
#spec-title label { margin: 0; }
@media (min-width: 60rem) {
  .columns.bench { grid-template-columns: 1.35fr 1fr; }
  .columns.reading { grid-template-columns: 20rem 1fr; align-items: start; }
}
.editor {
  display: grid;
  grid-template-columns: auto 1fr;
  height: 32rem;
  min-height: 14rem;
  max-height: min(36rem, 75vh);
  overflow: hidden;
  background: var(--raised);
  border: 1px solid var(--quiet);
  border-radius: .6rem;
}
.numbers, .behind, #spec { font: .85rem/1.25rem ui-monospace, monospace; tab-size: 4; }
.numbers {
  overflow: hidden;
  padding: .75rem .6rem;
  min-width: 2.75rem;
  white-space: pre;
  text-align: right;
  color: var(--quiet);
  border-right: 1px solid var(--line);
  user-select: none;
}
.sheet { position: relative; min-width: 0; overflow: hidden; }
.behind { position: absolute; inset: 0; overflow: hidden; white-space: pre; pointer-events: none; }
#marks { position: relative; }
.mark { position: absolute; left: 0; right: 0; display: flex; margin-top: .75rem; height: 1.25rem; overflow: hidden; }
.mark .before { flex: none; visibility: hidden; margin-left: calc(.75rem - var(--left, 0px)); }
.mark .said { margin-left: 1.5rem; font-weight: 600; overflow: hidden; text-overflow: ellipsis; }
@media (max-width: 40rem) { .mark .said { display: none; } }
.mark.error { background: light-dark(#fdeae8, #3a1c1a); }
.mark.error .said { color: var(--bad); }
.mark.warning { background: light-dark(#fdf3dc, #33290f); }
.mark.warning .said { color: var(--amber); }
#spec {
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  margin: 0;
  padding: .75rem;
  border: 0;
  resize: none;
  outline-offset: -3px;
  overflow: auto;
  white-space: pre;
  color: inherit;
  background: transparent;
}
#result { margin: 0; font-weight: 600; }
#result.bad { color: var(--bad); }
.sharing { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin: .75rem 0 0; }
.sharing .bad { color: var(--bad); font-weight: 600; }
.problems { list-style: none; margin: .75rem 0 0; padding: 0; max-height: 22rem; overflow: auto; }
.problems:empty { display: none; }
.problems li { padding: .5rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.problems .error strong { color: var(--bad); }
.problems .warning strong { color: var(--amber); }
.problems .hint { display: block; margin: 0; }
button.place, button.file {
  padding: 0;
  border: 0;
  background: none;
  color: var(--accent);
  font-weight: 400;
  text-align: left;
  text-decoration: underline;
  text-underline-offset: .25em;
  overflow-wrap: anywhere;
}
button.place { font-size: .9rem; color: var(--quiet); }
button.file[aria-current] { font-weight: 700; color: var(--text); }
.endpoints { list-style: none; margin: 0; padding: 0; }
.endpoints > li { border-top: 1px solid var(--line); }
.endpoints details { margin: 0; padding: .35rem 0; }
.endpoints summary { color: var(--text); overflow-wrap: anywhere; }
.endpoints summary .hint { margin-left: .25rem; }
.endpoints .code { max-height: 20rem; margin: .35rem 0; }
.endpoints summary code { font-size: .9rem; }
.endpoints .code pre { padding: .5rem 0; min-width: 0; white-space: pre-wrap; }
.endpoints .code code { overflow-wrap: anywhere; }
.endpoints .code .line { padding-left: 1rem; }
.endpoints .code .line::before { content: none; }
.request { margin: .5rem 0 .75rem; }
.request label { display: block; margin: 0 0 .5rem; font-weight: 600; }
.request fieldset { margin: .75rem 0; padding-top: .5rem; border-top: 1px solid var(--line); }
.request .field { margin: 0 0 .6rem; overflow-wrap: anywhere; }
.request .field label { margin: 0; font: 600 .85rem/1.4 ui-monospace, monospace; }
.request .field p { margin: 0; }
.request .headers { white-space: pre-wrap; overflow-wrap: anywhere; font: .85rem/1.4 ui-monospace, monospace; }
.errors { margin: .5rem 0; padding: 0; list-style: none; overflow-wrap: anywhere; }
.request input, .request select, .request textarea {
  display: block;
  width: 100%;
  max-width: none;
  margin-top: .2rem;
  font: .85rem/1.4 ui-monospace, monospace;
}
.request textarea {
  padding: .55rem .7rem;
  color: inherit;
  background: var(--ground);
  border: 1px solid var(--quiet);
  border-radius: .4rem;
}
.request p { margin: .5rem 0 0; }
.method {
  display: inline-block;
  min-width: 4rem;
  margin: 0 .25rem;
  padding: .05rem .4rem;
  border-radius: .3rem;
  font: 600 .75rem/1.4 ui-monospace, monospace;
  text-align: center;
  color: var(--ground);
  background: var(--quiet);
}
.method.get { background: var(--accent); }
.method.post { background: var(--blue); }
.method.put { background: var(--amber); }
.method.delete { background: var(--bad); }
.saving { display: flex; flex-wrap: wrap; gap: .75rem 1rem; align-items: end; margin-bottom: 1.25rem; }
.saving button { overflow-wrap: anywhere; }
.saving input { width: 16rem; max-width: 100%; }
button:disabled { color: var(--quiet); background: transparent; border-color: var(--line); cursor: default; }
.heard { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); }
#file { min-width: 0; }
#file h3 { margin-top: 0; overflow-wrap: anywhere; }
#files { min-width: 0; margin-bottom: 1.5rem; }
`;
