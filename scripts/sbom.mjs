// `npm run sbom`: everything that ships, as CycloneDX 1.5. `npm sbom` leaves out what two packages share.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './setup.mjs'
import { OURS, shippedBy } from './shipped.mjs'

const read = (/** @type {string} */ file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'))
const lock = read('package-lock.json').packages
const components = [...shippedBy(OURS, lock)].map(([place, entry]) => {
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
  return part(name, entry.version, entry.license, entry.integrity)
})
const ours = OURS.map((folder) => {
  const { name, version, license } = read(`${folder}/package.json`)
  return part(name, version, license)
})
const [first, ...others] = ours
console.log(
  JSON.stringify(
    {
      $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      version: 1,
      metadata: { timestamp: new Date().toISOString(), component: first },
      components: [...others, ...components],
    },
    undefined,
    2,
  ),
)

/** @param {string} name @param {string} version @param {string | undefined} license @param {string} [integrity] */
function part(name, version, license, integrity) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const [kind = '', hash = ''] = integrity?.split('-') ?? []
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    ...(license && { licenses: [/[ (]/.test(license) ? { expression: license } : { license: { id: license } }] }),
    ...(integrity && {
      hashes: [{ alg: kind.replace('sha', 'SHA-'), content: Buffer.from(hash, 'base64').toString('hex') }],
    }),
  }
}
