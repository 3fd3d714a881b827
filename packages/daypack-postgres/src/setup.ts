/** The role everything runs under: it owns no table, so that row-level security holds for it. */
export const ROLE = 'daypack_app'

export type SetupOptions = {
  /** The role that owns the tables and brings them up to date. Default `daypack_owner`. */
  readonly owner?: string
  /** The role your programs connect as. Default `daypack_server`; may be the owner. */
  readonly server?: string
}

/**
 * What an administrator runs once in each database; running it again changes nothing.
 *
 * @example
 * import { setupSql } from 'daypack-postgres'
 *
 * const sql = setupSql({ owner: 'daypack_owner', server: 'daypack_server' })
 * if (!sql.includes('daypack_owner')) throw new Error('for an administrator to run once')
 */
export function setupSql({ owner = 'daypack_owner', server = 'daypack_server' }: SetupOptions = {}): string {
  const logins = [...new Set([owner, server])]
  return `-- Once in each database that holds Daypack's tables, as an administrator.
CREATE EXTENSION IF NOT EXISTS vector;

-- Roles belong to the whole cluster: those another database brought are taken as they are.
DO $$ BEGIN
${role(ROLE, 'NOLOGIN')}
${logins.map((name) => role(name, 'LOGIN')).join('\n')}
END $$;
${logins.map((name) => `GRANT ${ROLE} TO ${identifier(name)};`).join('\n')}

CREATE SCHEMA IF NOT EXISTS daypack;
GRANT USAGE, CREATE ON SCHEMA daypack TO ${identifier(owner)};
GRANT USAGE ON SCHEMA daypack TO ${ROLE};

DO $$ DECLARE home text; BEGIN
  -- Some services keep extensions in a schema of their own.
  FOR home IN SELECT nspname FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace
    WHERE extname = 'vector' AND NOT has_schema_privilege('${ROLE}', nspname, 'USAGE') LOOP
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO ${ROLE}, %I', home, ${literal(owner)});
  END LOOP;
  -- The jobs (graphile-worker) make a schema of their own.
  EXECUTE format('GRANT CREATE ON DATABASE %I TO %I', current_database(), ${literal(owner)});
END $$;
${logins.map((name) => `-- Give it a password: ALTER ROLE ${identifier(name)} PASSWORD '…';`).join('\n')}
`
}

function role(name: string, how: string): string {
  return `  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = ${literal(name)}) THEN CREATE ROLE ${identifier(name)} ${how}; END IF;`
}

export function identifier(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`
}

export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
