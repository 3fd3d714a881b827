// A process that adds lines to one row, a read and a blind write each time, and relies on its lease alone:
// node holder.ts <url> <tenant> <count> <leaseMs>. It tells every line that was acknowledged, and every one that was refused.
import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectPostgres } from '../src/index.ts'
import { leasesOf } from '../src/lease.ts'
import { inTenantOf } from '../src/tenant.ts'

const [url = '', tenant = '', count = '', leaseMs = ''] = process.argv.slice(2)
const postgres = connectPostgres({ url, connections: 2, timeoutMs: 5_000 })
const leases = leasesOf(
  inTenantOf(postgres, tenant, 'UTC', () => undefined),
  { leaseMs: Number(leaseMs) },
)
const READ = `SELECT convert_from(text, 'UTF8') AS text FROM daypack.note WHERE path = 'MEMORY.md'`
const WRITE = `INSERT INTO daypack.note (path, text, hash, modified) VALUES ('MEMORY.md', $1, '', 0)
  ON CONFLICT (tenant, path) DO UPDATE SET text = excluded.text`
for (let nth = 0; nth < Number(count); nth++) {
  const id = `${process.pid}-${nth}`
  const work = async () => {
    const { rows } = await leases.inTenant('Reading', { readOnly: true }, (query) => query(READ))
    await sleep(Math.random() * 10)
    const text = `${(rows[0]?.['text'] as string | undefined) ?? ''}${id}\n`
    await leases.inTenant('Writing', {}, (query) => query(WRITE, [Buffer.from(text)]))
  }
  await leases.hold('ledger', work).then(
    () => writeSync(1, `did ${id}\n`),
    (error: { code?: string }) => writeSync(1, `refused ${id} ${error.code}\n`),
  )
}
await leases.close()
await postgres.close()
