import { existsSync, readFileSync, globSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')

test('F-43: every test that SECURITY.md names is there', () => {
  const rows = read('SECURITY.md')
    .split('\n')
    .filter((line) => /^\| (?!threat|---)/.test(line))
  expect(rows.length).toBeGreaterThan(10)
  const named = rows.flatMap((row) =>
    [...(row.split('|').at(-2) ?? '').matchAll(/`([^`]+)`/g)].map((found) => found[1]),
  )
  const places = ['packages/daypack/src', 'packages/daypack', 'packages', '']
  const missing = named.filter((name) => !places.some((place) => existsSync(path.join(ROOT, place, name ?? ''))))
  expect(missing).toEqual([])
})

test('every attack that a test counts is a row of SECURITY.md, and every row is counted', () => {
  const files = globSync(['packages/*/{src,test}/**/*.test.ts', 'test/**/*.test.ts'], { cwd: ROOT })
  const sources = files.map(read).filter((text) => text.includes('countAttack('))
  const rows =
    read('SECURITY.md').split('| attack | before | tries | held |')[1]?.split('\n\n')[0]?.split('\n').slice(2) ?? []
  expect(rows.length).toBeGreaterThan(10)
  for (const row of rows) {
    const [, attack = '', , tries = '', held = ''] = row.split('|').map((cell) => cell.trim())
    expect({ attack, isCounted: sources.some((text) => text.includes(attack)) }).toEqual({ attack, isCounted: true })
    expect({ attack, tries }).toEqual({ attack, tries: expect.stringMatching(/^[\d,]+$/) })
    expect({ attack, held }).toEqual({ attack, held: expect.stringMatching(/^[\d,]+$/) })
  }
  const counted = sources.flatMap((text) =>
    [...text.matchAll(/countAttack\(\s*(?:(['"])(.+?)\1|(\w+))/g)].map(
      ([, , attack, name]) => attack ?? new RegExp(`const ${name} = (['"])(.+?)\\1`).exec(text)?.[2],
    ),
  )
  expect(counted.length).toBeGreaterThan(30)
  expect(counted.filter((attack) => attack && !rows.some((row) => row.startsWith(`| ${attack} |`)))).toEqual([])
})

/** Pages a stranger reads, and everything the command says. */
const FILES = [
  ...['README.md', 'SECURITY.md', 'packages/daypack/README.md', 'packages/cli/README.md'],
  ...globSync('docs/**/*.md', { cwd: ROOT }),
  ...globSync('packages/cli/src/{commands,show,chat}/**/*.ts', { cwd: ROOT }).filter(
    (file) => !file.includes('.test.'),
  ),
  'packages/cli/src/program.ts',
  'packages/cli/src/program/commands.json',
]

test('F-44: odd English and the names of our own papers are in no page and no help', () => {
  const odd = /\b(?:gets? dear|mend that|blacken\w*|for ever|voyages of|INV-\d+|to be had)\b/i
  const found = FILES.flatMap((file) =>
    read(file)
      .split('\n')
      .flatMap((line, index) =>
        odd.test(line) && !/^\s*(?:\/\/|\*|\/\*)/.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [],
      ),
  )
  expect(found).toEqual([])
})

test('F-44: the words of our own are in the glossary', () => {
  const glossary = read('docs/glossary.md').toLowerCase()
  const words = [
    'epoch',
    'tide',
    'fold',
    'crop',
    'pass',
    'preset',
    'hand-over',
    'view',
    'seed',
    'session',
    'ref',
    'codec',
  ]
  expect(words.filter((word) => !glossary.includes(`**${word}`) && !glossary.includes(`| ${word}`))).toEqual([])
})

test('F-44: pages that a program writes say what the program says, so that rewriting them brings no old words back', () => {
  const PAGES = {
    'bench/page.ts': 'docs/benchmarks.md',
    'scripts/mutate/page.mjs': 'docs/mutation.md',
    'scripts/nightly/page.mjs': 'docs/test-report.md',
  }
  const missing = Object.entries(PAGES).flatMap(([program, page]) => {
    const written = read(page)
    const sentences = read(program)
      .replaceAll('\\`', '`')
      .split(/(?<=[.;:]) |\n|\$\{/)
      // Columns the stored figures do not have yet are explained only in the program.
      .filter((text) => /^[A-Z*][^${}=]{30,}[.;:]$/.test(text) && !text.startsWith('**'))
    expect(sentences.length, program).toBeGreaterThan(0)
    return sentences.filter((text) => !written.includes(text)).map((text) => `${program}: ${text}`)
  })
  expect(missing).toEqual([])
})
