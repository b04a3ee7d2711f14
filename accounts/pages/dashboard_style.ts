/** How the parts of the dashboard look that are more than text and forms. */

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
  header nav ul { display: grid; grid-template-columns: repeat(4, auto); gap: 0 .75rem; }
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
`;
