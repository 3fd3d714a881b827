import { ROLE } from './role.ts'

/** Vector sizes that had a graph for all tenants together. */
const INDEXED_DIMENSIONS = [256, 384, 512, 768, 1024, 1536, 3072] as const

/**
 * The schema, step by step; a step that was published is never changed. Every key begins with the tenant, and nothing
 * refers from one tenant to another: tables can be partitioned or spread by tenant without touching a query.
 */
export const MIGRATIONS: Readonly<Record<string, string>> = {
  '001-workspace': workspace(),
  '002-index': index(),
  '003-postings': postings(),
  '004-leases': leases(),
  '005-owner': owner(),
  '006-graphs': graphs(),
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
ALTER TABLE daypack.blob ALTER COLUMN data SET STORAGE EXTERNAL;`
}

/**
 * Terms are known by a hash of tenant, generation, scope and word, so that one inverted index serves all of them and finds
 * no other tenant's units. Row-level security would keep that index from being used: the one function that reads it takes
 * the tenant from the transaction as the policies do.
 */
function index(): string {
  return `
${table('index_state', `generation int NOT NULL, analysis text NOT NULL`, '')}
${table(
  'index_scope',
  `generation int NOT NULL, scope text NOT NULL, units bigint NOT NULL, files bigint NOT NULL, length float8 NOT NULL`,
  'generation, scope',
)}
${table(
  'file',
  `generation int NOT NULL, scope text NOT NULL, path text COLLATE "C" NOT NULL, id bigint GENERATED ALWAYS AS IDENTITY,
  hash text NOT NULL, modified float8 NOT NULL, indexed_at float8 NOT NULL, units int NOT NULL, length float8 NOT NULL,
  bytes bigint NOT NULL, terms bigint[] NOT NULL, freqs int[] NOT NULL`,
  'generation, scope, path',
)}
CREATE UNIQUE INDEX file_id ON daypack.file (tenant, id);
CREATE INDEX file_newest ON daypack.file (tenant, generation, scope, indexed_at);
${table(
  'unit',
  `file bigint NOT NULL, ord int NOT NULL, generation int NOT NULL, scope text NOT NULL, hash text NOT NULL,
  length real NOT NULL, day int NOT NULL, flags smallint NOT NULL, terms bigint[] NOT NULL, freqs smallint[] NOT NULL`,
  'file, ord',
)}
CREATE INDEX unit_terms ON daypack.unit USING gin (terms);
CREATE INDEX unit_day ON daypack.unit (tenant, generation, scope, day) WHERE day <> 0;
CREATE INDEX unit_hash ON daypack.unit (tenant, generation, scope, hash);
${table(
  'unit_text',
  `file bigint NOT NULL, ord int NOT NULL, start_line int NOT NULL, end_line int NOT NULL, text text NOT NULL,
  heading text NOT NULL, speaker text, continues boolean NOT NULL`,
  'file, ord',
)}
${table(
  'term',
  `id bigint NOT NULL, generation int NOT NULL, scope text NOT NULL, term text COLLATE "C" NOT NULL,
  units int NOT NULL, files int NOT NULL`,
  'id',
)}
CREATE INDEX term_word ON daypack.term (tenant, generation, scope, term);
${table('vector', 'space text NOT NULL, hash text NOT NULL, dims int NOT NULL, v halfvec NOT NULL', 'space, hash')}
${INDEXED_DIMENSIONS.map(
  (dims) => `CREATE INDEX vector_${dims} ON daypack.vector USING hnsw ((v::halfvec(${dims})) halfvec_cosine_ops)
  WHERE dims = ${dims};`,
).join('\n')}
${table('embedding', 'key text NOT NULL, data bytea NOT NULL, used bigint NOT NULL', 'key')}

CREATE FUNCTION daypack.best_units(ids bigint[], weights float8[], average float8, k int)
RETURNS TABLE (file bigint, ord int) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT u.file, u.ord FROM unnest(ids, weights) AS t(id, weight)
  JOIN daypack.unit u ON u.terms @> ARRAY[t.id]
  CROSS JOIN LATERAL (SELECT u.freqs[array_position(u.terms, t.id)] / 20.0::float8 OFFSET 0) AS s(freq)
  WHERE u.tenant = current_setting('daypack.tenant')
  GROUP BY u.file, u.ord, u.length
  ORDER BY sum(t.weight * s.freq / (s.freq + 1.2 * (0.25 + 0.75 * u.length / average))) DESC, u.file, u.ord
  LIMIT k
$$;
REVOKE ALL ON FUNCTION daypack.best_units FROM PUBLIC;
GRANT EXECUTE ON FUNCTION daypack.best_units TO ${ROLE};`
}

/**
 * Postings by term in rows of bytes, read as they are, in place of an inverted index over units: adding up in SQL what ten
 * thousand units hold took longer than all the rest of a search. The index is derived data and is filled again.
 */
function postings(): string {
  return `
DROP FUNCTION daypack.best_units;
DROP TABLE daypack.unit, daypack.unit_text, daypack.term, daypack.file;
TRUNCATE daypack.index_scope;
ALTER TABLE daypack.index_state ADD COLUMN next bigint NOT NULL DEFAULT 0;
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
ALTER TABLE daypack.posting ALTER COLUMN data SET STORAGE EXTERNAL;`
}

/** Who holds a name, until when; the number rises with every holder. */
function leases(): string {
  return table(
    'lease',
    'name text NOT NULL, owner uuid NOT NULL, fence bigint NOT NULL, until timestamptz NOT NULL',
    'name',
  )
}

/**
 * The owner sees all rows, as in any database: it dumps, lists and deletes. Programs never act as the owner but as the role
 * that owns nothing, and row-level security holds for that one.
 */
function owner(): string {
  return `DO $$ DECLARE each regclass; BEGIN
  FOR each IN SELECT c.oid FROM pg_class c WHERE c.relnamespace = 'daypack'::regnamespace AND c.relforcerowsecurity LOOP
    EXECUTE format('ALTER TABLE %s NO FORCE ROW LEVEL SECURITY', each);
  END LOOP;
END $$`
}

/** Graphs are the tenants' own from now on (`graphs.ts`); when jobs ran last, and how that went. */
function graphs(): string {
  return `
DROP INDEX ${INDEXED_DIMENSIONS.map((dims) => `daypack.vector_${dims}`).join(', ')};
ALTER TABLE daypack.vector ADD COLUMN made timestamptz NOT NULL DEFAULT now();
${table('chore', 'kind text NOT NULL, ran timestamptz NOT NULL, ms float8 NOT NULL, failed text', 'kind')}`
}

/** A table whose rows belong to a tenant: seen and written by that one only. */
export function table(name: string, columns: string, key: string): string {
  const own = `tenant = (SELECT current_setting('daypack.tenant', true))`
  return `CREATE TABLE daypack.${name} (
  tenant text NOT NULL DEFAULT current_setting('daypack.tenant'),
  ${columns},
  PRIMARY KEY (tenant${key && `, ${key}`}));
ALTER TABLE daypack.${name} ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON daypack.${name} USING (${own}) WITH CHECK (${own});
GRANT SELECT, INSERT, UPDATE, DELETE ON daypack.${name} TO ${ROLE};`
}
