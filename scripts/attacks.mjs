// `npm run attacks`: runs the tests that count attacks (packages/daypack-testing/test/attack.ts) and writes how often each was
// tried and how often it held into the table of SECURITY.md. Writes nothing where one of them failed or counted nothing.
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { childEnv, root, setup } from './setup.mjs'

const PAGE = path.join(root, 'SECURITY.md')
const node = setup()
const tests = globSync(['packages/*/{src,test}/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root }).filter((file) =>
  /\bcountAttack\(/.test(readFileSync(path.join(root, file), 'utf8')),
)
const folder = mkdtempSync(path.join(tmpdir(), 'daypack-attacks-'))
const counts = path.join(folder, 'counts')
const { status } = spawnSync(node, ['node_modules/vitest/vitest.mjs', 'run', ...tests], {
  cwd: root,
  env: { ...childEnv(node), DAYPACK_ATTACKS: counts },
  stdio: 'inherit',
})
if (status !== 0) process.exit(1)
/** @type {{ attack: string, tries: number, held: number }[]} */
const counted = readFileSync(counts, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
rmSync(folder, { recursive: true })
const totals = Map.groupBy(counted, ({ attack }) => attack)
const page = readFileSync(PAGE, 'utf8')
const missing = [...totals.keys()].filter((attack) => !page.includes(`\n| ${attack} | `))
if (missing.length > 0) throw new Error(`SECURITY.md has no row for: ${missing.join('; ')}`)
let made = page
for (const [attack, own] of totals) {
  const sum = (/** @type {'tries' | 'held'} */ key) => own.reduce((all, one) => all + one[key], 0).toLocaleString('en')
  const start = made.indexOf(`\n| ${attack} | `) + 1
  const end = made.indexOf('\n', start)
  const [, first, before] = made.slice(start, end).split('|')
  made = `${made.slice(0, start)}|${first}|${before}| ${sum('tries')} | ${sum('held')} |${made.slice(end)}`
}
writeFileSync(PAGE, made)
console.log(`${totals.size} attacks: SECURITY.md is written`)
