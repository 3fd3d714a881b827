// `npm run supply-chain`: what people get with Daypack. The lockfile agrees with the packages, everything in it is pinned by
// hash, nothing that ships runs at install, and every licence that ships is one we know. `npm run sbom` lists it all.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './setup.mjs'
import { OURS, shippedBy } from './shipped.mjs'

const LICENCES = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
  'Python-2.0',
  'PSF-2.0',
  'CC0-1.0',
  'Unlicense',
])
/** Direct dependencies at most: few for the library, some more for the command, which brings a provider of each kind. */
const MOST_DIRECT = new Map([
  ['packages/cli', 20],
  ['packages/daypack-postgres', 5],
])
const MOST_DIRECT_ELSEWHERE = 15
const LIFECYCLE = ['preinstall', 'install', 'postinstall', 'prepare']

const read = (/** @type {string} */ file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'))
/** @type {Record<string, any>} */
const lock = read('package-lock.json').packages
/** @type {string[]} */
const findings = []

for (const [place, entry] of Object.entries(lock)) {
  if (!place.startsWith('node_modules/') && !place.includes('/node_modules/')) continue
  if (entry.link) continue
  if (!/^sha(?:256|384|512)-/.test(entry.integrity ?? '')) findings.push(`${place} is not pinned by a hash`)
  if (entry.resolved) findings.push(`${place} is bound to ${entry.resolved}: packages come by name`)
}

const shipped = shippedBy(OURS, lock)
for (const folder of OURS) {
  const manifest = read(`${folder}/package.json`)
  const locked = lock[folder] ?? {}
  for (const field of ['dependencies', 'devDependencies', 'peerDependencies'])
    for (const [name, range] of Object.entries(manifest[field] ?? {}))
      if (locked[field]?.[name] !== range)
        findings.push(`${folder}: the lockfile has ${name} ${locked[field]?.[name]}, package.json ${range}`)
  for (const script of LIFECYCLE) if (manifest.scripts?.[script]) findings.push(`${folder} runs a script at ${script}`)
  const direct = Object.keys(manifest.dependencies ?? {})
  if (direct.length > (MOST_DIRECT.get(folder) ?? MOST_DIRECT_ELSEWHERE))
    findings.push(`${folder} has ${direct.length} direct dependencies`)
  for (const [name, range] of Object.entries(manifest.dependencies ?? {}))
    if (!/^(?:\d|\*|workspace:|\^?\d)/.test(String(range))) findings.push(`${folder}: ${name} is asked for as ${range}`)
}
for (const [place, entry] of shipped) {
  if (entry.hasInstallScript) findings.push(`${place} runs a script at install`)
  if (!entry.license || !isKnown(entry.license)) findings.push(`${place} has the licence ${entry.license ?? 'none'}`)
}

const licences = Object.groupBy([...shipped.values()], (entry) => String(entry.license ?? 'none'))
console.log(
  `${shipped.size} packages ship with ${OURS.length} of ours: ${Object.entries(licences)
    .map(([name, all]) => `${all?.length} ${name}`)
    .join(', ')}`,
)
for (const finding of findings) console.error(finding)
console.log(`${findings.length} findings`)
process.exitCode = findings.length === 0 ? 0 : 1

/** `(MIT OR Apache-2.0)` is fine when one of them is. @param {string} licence */
function isKnown(licence) {
  return licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((each) => LICENCES.has(each.trim()))
}
