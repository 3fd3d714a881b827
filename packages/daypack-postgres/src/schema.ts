import { ROLE } from './role.ts'

/** A published step never changes; every key begins with the tenant, so tables can be partitioned by tenant. */
export const MIGRATIONS: Readonly<Record<string, string>> = {
  '001-workspace': workspace(),
  '002-index': index(),
  '003-scopes': scopes(),
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

/** Postings packed per term: adding up ten thousand units in SQL took longer than the rest of a search. */
function index(): string {
  return `
${table('index_state', `generation int NOT NULL, analysis text NOT NULL, next bigint NOT NULL DEFAULT 0`, '')}
${table(
  'index_scope',
  `generation int NOT NULL, scope text NOT NULL, units bigint NOT NULL, files bigint NOT NULL, length float8 NOT NULL`,
  'generation, scope',
)}
${table(
  'file',
  `generation int NOT NULL, scope text NOT NULL, path text COLLATE "C" NOT NULL, id bigint NOT NULL, hash text NOT NULL,
  modified float8 NOT NULL, indexed_at float8 NOT NULL, units int NOT NULL, length float8 NOT NULL, bytes bigint NOT NULL`,
  'generation, scope, path',
)}
CREATE UNIQUE INDEX file_id ON daypack.file (tenant, id);
CREATE INDEX file_newest ON daypack.file (tenant, generation, scope, indexed_at);
COMMENT ON COLUMN daypack.file.id IS 'The number of its first unit; those of the others follow.';
${table(
  'unit',
  `number bigint NOT NULL, file bigint NOT NULL, generation int NOT NULL, scope text NOT NULL, hash text NOT NULL,
  length real NOT NULL, day int NOT NULL, flags smallint NOT NULL, start_line int NOT NULL, end_line int NOT NULL,
  text text NOT NULL, heading text NOT NULL, speaker text, continues boolean NOT NULL,
  terms bigint[] NOT NULL, freqs smallint[] NOT NULL`,
  'number',
)}
CREATE INDEX unit_day ON daypack.unit (tenant, generation, scope, day) WHERE day <> 0;
CREATE INDEX unit_hash ON daypack.unit (tenant, generation, scope, hash);
${table('term', `generation int NOT NULL, scope text NOT NULL, term text COLLATE "C" NOT NULL, id bigint NOT NULL`, 'generation, scope, term')}
${table('posting', 'generation int NOT NULL, term bigint NOT NULL, part int NOT NULL, files int NOT NULL, data bytea NOT NULL', 'generation, term, part')}
ALTER TABLE daypack.posting ALTER COLUMN data SET STORAGE EXTERNAL;
${table(
  'vector',
  'space text NOT NULL, hash text NOT NULL, dims int NOT NULL, v halfvec NOT NULL, made timestamptz NOT NULL DEFAULT now()',
  'space, hash',
)}
${table('embedding', 'key text NOT NULL, data bytea NOT NULL, used bigint NOT NULL', 'key')}`
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
