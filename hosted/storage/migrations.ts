/**
 * The schema's migrations, in order: one for each version. A released migration never changes. Times are
 * milliseconds since 1970. Columns that end in `_hash` hold SHA-256 hashes.
 */

/** The statements of each migration. */
export const MIGRATIONS: readonly (readonly string[])[] = [
  [
    `CREATE TABLE secrets (
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL
    )`,
    `CREATE TABLE accounts (
      id TEXT PRIMARY KEY,
      email TEXT NOT NULL UNIQUE,
      password TEXT NOT NULL,
      role TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      projects BIGINT NOT NULL DEFAULT 0,
      bytes BIGINT NOT NULL DEFAULT 0
    )`,
    // Allows one owner, even if several people open the owner's link at once.
    `CREATE UNIQUE INDEX accounts_owner ON accounts (role) WHERE role = 'owner'`,
    `CREATE TABLE invitations (
      code_hash TEXT PRIMARY KEY,
      role TEXT NOT NULL,
      email TEXT,
      created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL
    )`,
    `CREATE TABLE sessions (
      id_hash TEXT PRIMARY KEY,
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL
    )`,
    `CREATE INDEX sessions_account ON sessions (account_id)`,
    `CREATE TABLE api_keys (
      id TEXT PRIMARY KEY,
      key_hash TEXT NOT NULL UNIQUE,
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      ending TEXT NOT NULL,
      scopes TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      expires_at BIGINT,
      last_used_at BIGINT
    )`,
    `CREATE INDEX api_keys_account ON api_keys (account_id)`,
    `CREATE TABLE projects (
      id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      revision BIGINT NOT NULL,
      created_at BIGINT NOT NULL,
      updated_at BIGINT NOT NULL,
      UNIQUE (account_id, name)
    )`,
    `CREATE TABLE files (
      project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      path TEXT NOT NULL,
      text TEXT NOT NULL,
      PRIMARY KEY (project_id, path)
    )`,
    `CREATE TABLE changes (
      id TEXT PRIMARY KEY,
      project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      revision BIGINT NOT NULL,
      created_at BIGINT NOT NULL,
      patch TEXT NOT NULL,
      UNIQUE (project_id, revision)
    )`,
    `CREATE TABLE usage (
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      day BIGINT NOT NULL,
      calls BIGINT NOT NULL,
      PRIMARY KEY (account_id, day)
    )`,
    `CREATE TABLE audit (
      id TEXT PRIMARY KEY,
      at BIGINT NOT NULL,
      account_id TEXT,
      event TEXT NOT NULL,
      subject TEXT NOT NULL,
      client TEXT
    )`,
    `CREATE INDEX audit_account ON audit (account_id, at)`,
  ],
  [
    `CREATE TABLE login_attempts (
      subject_hash TEXT PRIMARY KEY,
      attempts BIGINT NOT NULL,
      expires_at BIGINT NOT NULL
    )`,
    `CREATE INDEX audit_at ON audit (at)`,
  ],
  [
    `CREATE TABLE oauth_records (
      kind TEXT NOT NULL,
      id TEXT NOT NULL,
      payload TEXT NOT NULL,
      account_id TEXT REFERENCES accounts (id) ON DELETE CASCADE,
      grant_id TEXT,
      user_code TEXT,
      uid TEXT,
      created_at BIGINT NOT NULL,
      expires_at BIGINT,
      consumed_at BIGINT,
      PRIMARY KEY (kind, id)
    )`,
    `CREATE INDEX oauth_records_account ON oauth_records (account_id)`,
    `CREATE INDEX oauth_records_grant ON oauth_records (grant_id)`,
    `CREATE INDEX oauth_records_user_code ON oauth_records (user_code)`,
    `CREATE INDEX oauth_records_expires ON oauth_records (expires_at)`,
  ],
  [
    `CREATE TABLE identities (
      issuer TEXT NOT NULL,
      subject TEXT NOT NULL,
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      created_at BIGINT NOT NULL,
      PRIMARY KEY (issuer, subject)
    )`,
    `CREATE INDEX identities_account ON identities (account_id)`,
    `ALTER TABLE oauth_records ADD COLUMN client_id TEXT`,
    `CREATE INDEX oauth_records_client ON oauth_records (client_id)`,
  ],
  [
    // Only used with Postgres: with SQLite, there is only one server, which counts in memory.
    `CREATE TABLE rate_limits (
      subject TEXT PRIMARY KEY,
      ends_at BIGINT NOT NULL,
      calls BIGINT NOT NULL,
      granted BIGINT NOT NULL
    )`,
  ],
  [
    `CREATE TABLE histories (
      project_id TEXT PRIMARY KEY REFERENCES projects (id) ON DELETE CASCADE,
      entries TEXT NOT NULL
    )`,
    `CREATE TABLE history_records (
      project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      content TEXT NOT NULL,
      PRIMARY KEY (project_id, name)
    )`,
  ],
  [`ALTER TABLE projects ADD COLUMN preview_generation BIGINT NOT NULL DEFAULT 0`],
];
