import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import { type Database, first, type Queries } from "../../../hosted/storage/database.ts";
import { fc } from "../../tools/tier.ts";
import { forEachDatabase } from "./on_both.ts";

const INSERT = "INSERT INTO secrets (name, value) VALUES ($1, $2)";

const VALUES: readonly string[] = [
  "",
  " ",
  "plain",
  "'; DROP TABLE secrets; --",
  '"quoted" \\ back\\slash %_',
  "$1 ?1 :name",
  "Zoë, Ελένη, 平仮名, مرحبا",
  "e\u0301 and \u00e9",
  "🦕👩‍👩‍👧",
  "\u{10ffff}\ufeff\ufffd\u200b",
  "line\nline\r\nline\ttab\u0001",
  "x".repeat(4 * 1024 * 1024),
  "é".repeat(1024 * 1024),
];

forEachDatabase("text survives a write and a read unchanged", async (database) => {
  await database.transaction(async (queries) => {
    for (const [index, value] of VALUES.entries()) await queries.all(INSERT, `${index}`, value);
  });
  const rows = await database.all("SELECT name, value FROM secrets");
  equal(rows.length, VALUES.length);
  for (const { name, value } of rows) ok(value === VALUES[Number(name)], `Value ${name}`);
});

forEachDatabase(
  "any well-formed text can be stored, found and read unchanged",
  async (database) => {
    // The text of all code points except NUL and the surrogates.
    const character = fc.oneof(
      fc.integer({ min: 1, max: 0xd7ff }),
      fc.integer({ min: 0xe000, max: 0x10ffff }),
    );
    const text = fc.array(character).map((points) => String.fromCodePoint(...points));
    await database.transaction(async (queries) => {
      const kept = fc.asyncProperty(text, async (value) => {
        await queries.all(`${INSERT} ON CONFLICT (name) DO NOTHING`, value, value);
        const found = await queries.all("SELECT name, value FROM secrets WHERE name = $1", value);
        deepEqual(found.map((row) => ({ ...row })), [{ name: value, value }]);
      });
      await fc.assert(kept);
    });
  },
);

forEachDatabase("integers survive a write and a read unchanged", async (database) => {
  const numbers = [
    ...[0, 1, -1, 2 ** 31, -(2 ** 31) - 1, 2 ** 52],
    ...[Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 1_790_000_000_000],
  ];
  await database.transaction(async (queries) => {
    for (const number of numbers) {
      await queries.all(
        "INSERT INTO invitations (code_hash, role, email, created_at, expires_at) VALUES ($1, 'member', NULL, $2, $2)",
        String(number),
        number,
      );
    }
  });
  const rows = await database.all("SELECT code_hash, email, expires_at FROM invitations");
  equal(rows.length, numbers.length);
  for (const row of rows) {
    deepEqual({ ...row }, {
      code_hash: String(row["expires_at"]),
      email: null,
      expires_at: Number(row["code_hash"]),
    });
  }
});

forEachDatabase(
  "every statement rejects values that one of the databases cannot store",
  async (database) => {
    for (
      const value of ["a\0b", "a\ud800b", "\udc00", 0.5, 2 ** 53, -(2 ** 53), NaN, -Infinity]
    ) {
      const refused = { name: "RangeError", message: /^Cannot store / };
      await rejects(database.all("SELECT name FROM secrets WHERE value = $1", value), refused);
      const writing = database.transaction(async (queries) => {
        await queries.all(INSERT, "before", "it");
        await queries.all(INSERT, "a", value);
      });
      await rejects(writing, refused);
    }
    deepEqual(await database.all("SELECT name FROM secrets"), []);
  },
);

forEachDatabase("both databases return the same values of expressions", async (database) => {
  await addAccount(database, "a", 2);
  await addAccount(database, "b", 40);
  const row = await first(
    database,
    `SELECT COUNT(*) AS accounts, SUM(projects) AS projects, MAX(projects) - MIN(projects) AS range,
      EXISTS (SELECT 1 FROM accounts WHERE id = $1) AS is_there, COALESCE(MAX(email), 'none') AS email,
      SUM(projects * 1) IS NULL AS is_empty, LENGTH('平仮名') AS length
    FROM accounts`,
    "a",
  );
  deepEqual({ ...row }, {
    accounts: 2,
    projects: 42,
    range: 38,
    is_there: 1,
    email: "b@example.com",
    is_empty: 0,
    length: 3,
  });
});

forEachDatabase(
  "a query that returns an unsafe integer fails, and the next query succeeds",
  async (database) => {
    await addAccount(database, "a", Number.MAX_SAFE_INTEGER);
    await rejects(database.all("SELECT projects * 2 AS twice FROM accounts"), RangeError);
    deepEqual(await numbers(database, "SELECT projects AS number FROM accounts"), [
      Number.MAX_SAFE_INTEGER,
    ]);
  },
);

forEachDatabase("statements that write return the rows of RETURNING", async (database) => {
  await database.transaction(async (queries) => {
    deepEqual(await queries.all(INSERT, "a", "1"), []);
    deepEqual(await texts(queries, `${INSERT} RETURNING name AS text`, "b", "2"), ["b"]);
    const kept = `${INSERT} ON CONFLICT (name) DO NOTHING RETURNING name AS text`;
    deepEqual(await texts(queries, kept, "b", "3"), []);
    const replaced =
      `${INSERT} ON CONFLICT (name) DO UPDATE SET value = excluded.value RETURNING value AS text`;
    deepEqual(await texts(queries, replaced, "b", "4"), ["4"]);
    const update = "UPDATE secrets SET value = $2 WHERE name = $1 RETURNING value AS text";
    deepEqual(await texts(queries, update, "a", "5"), ["5"]);
    deepEqual(await texts(queries, update, "absent", "6"), []);
    const remove = "DELETE FROM secrets WHERE name = $1 RETURNING value AS text";
    deepEqual(await texts(queries, remove, "a"), ["5"]);
  });
  deepEqual(await texts(database, "SELECT value AS text FROM secrets"), ["4"]);
});

forEachDatabase(
  "a transaction returns what its work returns, and sees its own changes",
  async (database) => {
    const seen = await database.transaction(async (queries) => {
      await queries.all(INSERT, "a", "b");
      return await texts(queries, "SELECT value AS text FROM secrets");
    });
    deepEqual(seen, ["b"]);
  },
);

forEachDatabase("a transaction rolls back if its work throws", async (database) => {
  await rejects(
    database.transaction(async (queries) => {
      await queries.all(INSERT, "a", "b");
      throw new Error("Enough");
    }),
    new Error("Enough"),
  );
  deepEqual(await database.all("SELECT name FROM secrets"), []);
});

for (
  const { name, sql, values } of [
    { name: "a taken name", sql: INSERT, values: ["taken", "b"] },
    { name: "a missing value", sql: INSERT, values: ["b", null] },
    {
      name: "a missing account",
      sql: "INSERT INTO usage (account_id, day, calls) VALUES ($1, $2, $3)",
      values: ["nobody", 1, 1],
    },
    { name: "a missing table", sql: "INSERT INTO nothing (a) VALUES ($1)", values: [1] },
  ]
) {
  forEachDatabase(`a transaction rolls back because of ${name}`, async (database) => {
    await database.transaction((queries) => queries.all(INSERT, "taken", "a"));
    await rejects(database.transaction(async (queries) => {
      await queries.all(INSERT, "before", "it");
      await queries.all(sql, ...values);
    }));
    deepEqual(await texts(database, "SELECT name AS text FROM secrets"), ["taken"]);
  });
}

forEachDatabase(
  "a failed statement rolls back its transaction even if the work goes on",
  async (database) => {
    await database.transaction((queries) => queries.all(INSERT, "taken", "a"));
    const problems: unknown[] = [];
    await rejects(
      database.transaction(async (queries) => {
        await queries.all(INSERT, "before", "it");
        await queries.all(INSERT, "taken", "b").catch((problem) => problems.push(problem));
        await queries.all(INSERT, "after", "it").catch((problem) => problems.push(problem));
      }),
      (problem) => {
        deepEqual(problems, [problem, problem]);
        return true;
      },
    );
    deepEqual(await texts(database, "SELECT name AS text FROM secrets"), ["taken"]);
  },
);

forEachDatabase("a transaction includes queries that its work did not await", async (database) => {
  await database.transaction((queries) => {
    for (const name of ["a", "b", "c"]) queries.all(INSERT, name, name);
    return Promise.resolve();
  });
  deepEqual((await texts(database, "SELECT name AS text FROM secrets")).toSorted(), [
    "a",
    "b",
    "c",
  ]);
});

forEachDatabase("a query fails after its transaction has ended", async (database) => {
  const queries = await database.transaction((queries) => Promise.resolve(queries));
  await rejects(
    queries.all(INSERT, "a", "b"),
    new Error("The transaction of this query has ended"),
  );
  deepEqual(await database.all("SELECT name FROM secrets"), []);
});

forEachDatabase("no one else sees an uncommitted transaction", async (database, { open }) => {
  const other = await open();
  await database.transaction(async (queries) => {
    await queries.all(INSERT, "a", "b");
    deepEqual(await database.all("SELECT name FROM secrets"), []);
    deepEqual(await other.all("SELECT name FROM secrets"), []);
  });
  for (const each of [database, other]) {
    deepEqual(await texts(each, "SELECT name AS text FROM secrets"), ["a"]);
  }
});

forEachDatabase("a failed transaction does not affect concurrent ones", async (database) => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 60 }, (_, index) =>
      database.transaction(async (queries) => {
        await queries.all(INSERT, `${index}`, "a");
        if (index % 3 === 1) throw new Error("Enough");
        if (index % 3 === 2) await queries.all(INSERT, `${index}`, "again");
      })),
  );
  const done = outcomes.flatMap(({ status }, index) => status === "fulfilled" ? [`${index}`] : []);
  equal(done.length, 20);
  deepEqual(
    (await texts(database, "SELECT name AS text FROM secrets")).toSorted(),
    done.toSorted(),
  );
});

forEachDatabase(
  "concurrent increments by several servers are all counted",
  async (database, { open }) => {
    await addAccount(database, "a", 0);
    const servers = [database, await open(), await open()];
    const counted = await Promise.all(
      Array.from(
        { length: 100 },
        (_, index) =>
          servers[index % servers.length]?.transaction((queries) =>
            numbers(
              queries,
              "UPDATE accounts SET projects = projects + 1 WHERE id = $1 RETURNING projects AS number",
              "a",
            )
          ),
      ),
    );
    const expected = Array.from({ length: 100 }, (_, index) => index + 1);
    deepEqual(counted.flat().toSorted((a, b) => Number(a) - Number(b)), expected);
  },
);

forEachDatabase("one of several concurrent updates wins", async (database, { open }) => {
  await database.transaction((queries) => queries.all(INSERT, "prize", ""));
  const servers = [database, await open()];
  const takers = Array.from({ length: 40 }, (_, index) => `${index}`);
  const winners = await Promise.all(
    takers.map((taker, index) =>
      servers[index % servers.length]?.transaction((queries) =>
        texts(
          queries,
          "UPDATE secrets SET value = $1 WHERE name = 'prize' AND value = '' RETURNING value AS text",
          taker,
        )
      )
    ),
  );
  equal(winners.flat().length, 1);
  deepEqual(await texts(database, "SELECT value AS text FROM secrets"), winners.flat());
});

forEachDatabase(
  "concurrent updates do not exceed a limit",
  async (database, { open }) => {
    await addAccount(database, "a", 7);
    const servers = [database, await open()];
    const outcomes = await Promise.all(
      Array.from(
        { length: 20 },
        (_, index) =>
          servers[index % servers.length]?.transaction((queries) =>
            numbers(
              queries,
              `UPDATE accounts SET projects = projects + 1 WHERE id = $1 AND projects < $2
          RETURNING projects AS number`,
              "a",
              10,
            )
          ),
      ),
    );
    deepEqual(outcomes.flat().toSorted(), [10, 8, 9]);
  },
);

forEachDatabase("deleting a row deletes the rows that refer to it", async (database) => {
  await addAccount(database, "a", 0);
  await database.transaction((queries) =>
    queries.all("INSERT INTO usage (account_id, day, calls) VALUES ('a', 1, 1)")
  );
  await database.transaction((queries) => queries.all("DELETE FROM accounts"));
  deepEqual(await database.all("SELECT day FROM usage"), []);
});

forEachDatabase(
  "close() waits for running work and can be repeated",
  async (database, { open }) => {
    const writing = database.transaction(async (queries) => {
      await queries.all(INSERT, "a", "b");
      await queries.all(INSERT, "c", "d");
    });
    await Promise.all([database.close(), database.close()]);
    await writing;
    await database.close();
    const reopened = await open();
    deepEqual((await texts(reopened, "SELECT name AS text FROM secrets")).toSorted(), ["a", "c"]);
  },
);

forEachDatabase("a closed database rejects all work", async (database) => {
  await database.close();
  const problems = [
    await database.all("SELECT name FROM secrets").catch(String),
    await database.transaction((queries) => queries.all(INSERT, "a", "b")).catch(String),
  ];
  for (const problem of problems) match(String(problem), /^DatabaseError: .* is closed\.$/);
});

async function addAccount(database: Database, id: string, projects: number): Promise<void> {
  await database.transaction((queries) =>
    queries.all(
      `INSERT INTO accounts (id, email, password, role, created_at, projects)
        VALUES ($1, $2, '', 'member', 0, $3)`,
      id,
      `${id}@example.com`,
      projects,
    )
  );
}

/** Returns the column `text` of all rows. */
async function texts(queries: Queries, sql: string, ...values: readonly string[]) {
  const rows = await queries.all<{ text: string }>(sql, ...values);
  return rows.map(({ text }) => text);
}

/** Returns the column `number` of all rows. */
async function numbers(queries: Queries, sql: string, ...values: readonly (string | number)[]) {
  const rows = await queries.all<{ number: number }>(sql, ...values);
  return rows.map(({ number }) => number);
}
