// `npm run advisories`: known vulnerabilities of what ships, by the data of OSV (https://osv.dev), which needs no registry with
// an audit of its own. Fails when there is one, and when nobody could be asked. OSV_URL names another server.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './setup.mjs'
import { OURS, shippedBy } from './shipped.mjs'

const url = process.env['OSV_URL'] ?? 'https://api.osv.dev'
const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages
const shipped = [...shippedBy(OURS, lock)].map(([place, { version }]) => ({
  name: place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
  version,
}))
const queries = shipped.map(({ name, version }) => ({ package: { ecosystem: 'npm', name }, version }))
const response = await fetch(`${url}/v1/querybatch`, {
  method: 'POST',
  body: JSON.stringify({ queries }),
  signal: AbortSignal.timeout(60_000),
}).catch((error) => ({ ok: false, status: String(error.cause ?? error) }))
if (!('json' in response) || !response.ok) {
  console.error(
    `${url} could not be asked: ${response.status}. Nothing is known of advisories: run this where there is a network, or name another server by OSV_URL.`,
  )
  process.exit(2)
}
const { results } = /** @type {{ results: { vulns?: { id: string }[] }[] }} */ (await response.json())
if (results.length !== queries.length)
  throw new Error(`${queries.length} packages were asked about, ${results.length} answered`)
const found = results.flatMap(({ vulns = [] }, at) =>
  vulns.map(({ id }) => `${shipped[at]?.name}@${shipped[at]?.version}: ${id}`),
)
for (const line of found) console.error(line)
console.log(`${queries.length} packages ship, ${found.length} advisories`)
process.exitCode = found.length === 0 ? 0 : 1
