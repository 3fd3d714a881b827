import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { readFileSync, writeFileSync } from 'node:fs'
import { buildDocs } from './docs/build.mjs'
import { withProof } from './docs/proof.mjs'

const root = path.resolve(import.meta.dirname, '..')
const to = path.join(root, 'site')
const readme = path.join(root, 'README.md')
writeFileSync(readme, withProof(root, readFileSync(readme, 'utf8')))
const pages = buildDocs(root, to)
console.log(`${pages.length} pages. Open ${pathToFileURL(path.join(to, 'index.html')).href}`)
