import { ROLE } from './setup.ts'

/** A published step never changes; every key begins with the tenant, so tables can be partitioned by tenant. */
export const MIGRATIONS: Readonly<Record<string, string>> = {
  '001-workspace': workspace(),
  '002-index': vectors(),
  '003-scopes': scopes(),
  '004-rows': rows(),
}

function workspace(): string {
  return `
GRANT SELECT ON daypack.migration TO ${ROLE};

${table('tenant', `zone text NOT NULL, created timestamptz NOT NULL DEFAULT now()`, '')}
${table(
  'session',
  `id uuid NOT NULL, name text NOT NULL, head int NOT NULL,
  created timestamptz NOT NULL DEFAULT now(), changed timestamptz NOT NULL DEFAULT now()`,
  'id',
)}
${table('entry', 'session uuid NOT NULL, seq int NOT NULL, body text NOT NULL', 'session, seq')}
${table(
  'blob',
  `ref text NOT NULL, bytes bigint NOT NULL, lines bigint NOT NULL, at float8 NOT NULL,
  data bytea, object text, marked float8, dropped float8, gone boolean NOT NULL DEFAULT false, why text`,
  'ref',
)}
CREATE INDEX blob_marked ON daypack.blob (tenant, ref) WHERE marked IS NOT NULL;
CREATE INDEX blob_dropped ON daypack.blob (tenant, dropped) WHERE dropped IS NOT NULL;
${table('day_line', 'day text NOT NULL, line int NOT NULL, key bytea NOT NULL, body text NOT NULL', 'day, line')}
CREATE UNIQUE INDEX day_line_key ON daypack.day_line (tenant, day, key);
${table('note', 'path text NOT NULL, text bytea NOT NULL, hash text NOT NULL, modified float8 NOT NULL', 'path')}
${table(
  'note_version',
  `path text NOT NULL, id int NOT NULL, at float8 NOT NULL, hash text, next text, why text,
  text bytea NOT NULL, written bytea`,
  'path, id',
)}
ALTER TABLE daypack.blob ALTER COLUMN data SET STORAGE EXTERNAL;
${table('lease', 'name text NOT NULL, owner uuid NOT NULL, fence bigint NOT NULL, until timestamptz NOT NULL', 'name')}
${table('chore', 'kind text NOT NULL, ran timestamptz NOT NULL, ms float8 NOT NULL, failed text', 'kind')}`
}

function vectors(): string {
  return `
${table(
  'vector',
  'space text NOT NULL, hash text NOT NULL, dims int NOT NULL, v halfvec NOT NULL, made timestamptz NOT NULL DEFAULT now()',
  'space, hash',
)}
${table('embedding', 'key text NOT NULL, data bytea NOT NULL, used bigint NOT NULL', 'key')}`
}

/** Derived data: an index of another layout goes, and is filled again at the next search. */
function rows(): string {
  return `
DROP TABLE IF EXISTS daypack.index_state, daypack.index_scope, daypack.file, daypack.unit, daypack.term, daypack.posting;
${table('meta', 'key text NOT NULL, value text NOT NULL', 'key')}
${table(
  'file',
  `id int NOT NULL, gen int NOT NULL, scope text NOT NULL, path text COLLATE "C" NOT NULL, hash text NOT NULL,
  modified float8 NOT NULL, indexed float8 NOT NULL, units int NOT NULL, chunk int NOT NULL, first int NOT NULL,
  figures bytea NOT NULL`,
  'id',
)}
CREATE UNIQUE INDEX file_place ON daypack.file (tenant, gen, scope, path);
CREATE INDEX file_time ON daypack.file (tenant, gen, scope, indexed);
CREATE INDEX file_chunk ON daypack.file (tenant, chunk);
${table(
  'unit',
  `file int NOT NULL, ord int NOT NULL, first int NOT NULL, last int NOT NULL, text text NOT NULL, heading text NOT NULL,
  speaker text, continues int NOT NULL, hash text NOT NULL`,
  'file, ord',
)}
CREATE INDEX unit_hash ON daypack.unit (tenant, hash);
${table('chunk', 'id int NOT NULL, gen int NOT NULL, scope text NOT NULL, used int NOT NULL, live int NOT NULL', 'id')}
${table('posting', 'chunk int NOT NULL, term text COLLATE "C" NOT NULL, data bytea NOT NULL', 'chunk, term')}
ALTER TABLE daypack.posting ALTER COLUMN data SET STORAGE EXTERNAL;`
}

/** Memory scopes of a tenant are tenants of their own, `<tenant>/user/ana`: whoever serves it may learn their names, and no more. */
function scopes(): string {
  const own = `current_setting('daypack.tenant') || '/'`
  return `
CREATE FUNCTION daypack.scopes() RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
  SELECT tenant FROM daypack.tenant WHERE starts_with(tenant, ${own})
    AND substr(tenant, length(${own}) + 1) ~ '^(user|agent|project|team)/[^/]+$' ORDER BY 1 $$;
REVOKE EXECUTE ON FUNCTION daypack.scopes() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION daypack.scopes() TO ${ROLE};`
}

function table(name: string, columns: string, key: string): string {
  const own = `tenant = (SELECT current_setting('daypack.tenant', true))`
  return `CREATE TABLE daypack.${name} (
  tenant text NOT NULL DEFAULT current_setting('daypack.tenant'),
  ${columns},
  PRIMARY KEY (tenant${key && `, ${key}`}));
ALTER TABLE daypack.${name} ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON daypack.${name} USING (${own}) WITH CHECK (${own});
GRANT SELECT, INSERT, UPDATE, DELETE ON daypack.${name} TO ${ROLE};`
}
