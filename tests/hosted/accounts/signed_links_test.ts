import { equal, ok, throws } from "node:assert/strict";
import { signLink, verifyLink } from "../../../hosted/accounts/signed_links.ts";
import { fc } from "../../tools/tier.ts";

const SECRET = "a secret of the server";
const TARGET = {
  path: "/projects/shop/archive",
  params: { format: "zip", name: "a b&c=d" },
  accountId: "acc_1",
  expiresAt: 1000,
};
const LINK = signLink(SECRET, TARGET);

for (const start of ["", "http://localhost:8000", "https://example.org", "https://[::1]:8000"]) {
  Deno.test(`verifyLink() accepts a link after '${start}'`, () => {
    equal(verifyLink(SECRET, start + LINK, 999), "acc_1");
  });
}

Deno.test("verifyLink() accepts every link from signLink() in a request", () => {
  fc.assert(fc.property(
    fc.webPath().map((path) => new URL(`http://localhost/${path}`).pathname)
      .filter((path) => !path.startsWith("//")),
    fc.dictionary(fc.string().map((name) => `x${name}`), fc.string()),
    fc.string(),
    (path, params, accountId) => {
      const link = signLink(SECRET, { path, params, accountId, expiresAt: 1000 });
      const { url } = new Request(`https://example.org${link}`);
      equal(verifyLink(SECRET, url, 999), accountId);
    },
  ));
});

Deno.test("verifyLink() rejects a link from its expiry on", () => {
  equal(verifyLink(SECRET, LINK, 999), "acc_1");
  equal(verifyLink(SECRET, LINK, 1000), null);
  equal(verifyLink(SECRET, LINK, 1e12), null);
});

Deno.test("verifyLink() rejects a link with any character changed, removed, added or doubled", () => {
  const characters = "aZ0-_/?&=+%#.;:~ é\0";
  for (let place = 0; place <= LINK.length; place++) {
    const [before, after] = [LINK.slice(0, place), LINK.slice(place)];
    if (after !== "") equal(verifyLink(SECRET, before + after.slice(1), 0), null);
    for (const character of characters) {
      equal(verifyLink(SECRET, before + character + after, 0), null);
      if (after === "" || character === after[0]) continue;
      equal(verifyLink(SECRET, before + character + after.slice(1), 0), null);
    }
  }
});

for (
  const [what, link] of [
    ["another path", LINK.replace("shop", "desk")],
    ["another account", LINK.replace("acc_1", "acc_2")],
    ["a later end", LINK.replace("expires=1000", "expires=9000")],
    ["another value", LINK.replace("zip", "tar")],
    ["a parameter more", LINK.replace("&signature", "&x=1&signature")],
    ["a parameter after the signature", `${LINK}&x=1`],
    ["a second account", `${LINK}&account=acc_2`],
    ["a second account at the start", LINK.replace("?", "?account=acc_2&")],
    ["a second signature", `${LINK}&signature=a`],
    ["its signature twice", LINK + LINK.slice(LINK.indexOf("&signature"))],
    ["a parameter less", LINK.replace("format=zip&", "")],
    [
      "parameters in another order",
      LINK.replace("account=acc_1&expires=1000", "expires=1000&account=acc_1"),
    ],
    ["the same written differently", LINK.replace("zip", "%7Aip")],
    ["the same blank written differently", LINK.replace("a+b", "a%20b")],
    ["the path written differently", LINK.replace("shop", "%73hop")],
    ["a way around in the path", LINK.replace("/shop/", "/x/../shop/")],
    ["a fragment", `${LINK}#a`],
    ["no signature", LINK.slice(0, LINK.indexOf("&signature"))],
    ["an empty signature", LINK.slice(0, LINK.indexOf("&signature") + "&signature=".length)],
    ["no query", TARGET.path],
    ["nothing", ""],
  ] as const
) {
  Deno.test(`verifyLink() rejects ${what}`, () => {
    ok(link !== LINK);
    equal(verifyLink(SECRET, link, 0), null);
    equal(verifyLink(SECRET, `https://example.org${link}`, 0), null);
  });
}

Deno.test("verifyLink() accepts an origin only with http or https", () => {
  for (const start of ["", "http://localhost:8000", "https://example.org"]) {
    equal(verifyLink(SECRET, start + LINK, 0), "acc_1", start);
  }
  for (const start of ["ftp://example.org", "//example.org", "example.org", "https:"]) {
    equal(verifyLink(SECRET, start + LINK, 0), null, start);
  }
});

Deno.test("verifyLink() rejects a link of another secret", () => {
  equal(verifyLink("another", LINK, 0), null);
});

for (
  const path of ["", "projects", "//example.org/a", "/a?b", "/a#b", "/a/../b", "/a b", "http://x/"]
) {
  Deno.test(`signLink() rejects the path '${path}'`, () => {
    throws(() => signLink(SECRET, { ...TARGET, path }), RangeError);
  });
}

for (const name of ["account", "expires", "signature"]) {
  Deno.test(`signLink() rejects the parameter '${name}'`, () => {
    throws(() => signLink(SECRET, { ...TARGET, params: { [name]: "1" } }), RangeError);
  });
}
