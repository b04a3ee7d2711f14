
const POLL_MS = 1000;

let version = -1;
let isLive = true;
let lastSaid = "";

async function refresh() {
  try {
    const response = await fetch(`${base}/-/docs/endpoints.json?since=${version}`);
    if (response.status !== 200) return say(lastSaid);
    const data = await response.json();
    ({ version, isLive } = data);
    const note = isLive ? "This page updates whenever the spec is saved." : "";
    show({ ...data, title: `${data.name} · mock`, note });
    lastSaid = summary.textContent;
  } catch {
    say("The server does not answer. Start it again to go on.");
    version = -1;
  }
}

setInterval(() => isLive && document.visibilityState === "visible" && void refresh(), POLL_MS);
void refresh();
