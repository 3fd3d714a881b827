// Compares what the pages name with what the code has, both ways: commands, options, slash commands, settings, names in
// the environment, and imports. `npm run check:docs` prints what does not match.
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Said in pages and not ours: options of other programs on a line with a daypack command. */
const FOREIGN_OPTIONS = new Set(['--help', '--version', '--global', '--full'])
/** For our own tests and start-up, named where they are used. */
const INTERNAL_NAMES =
  /^DAYPACK_(?:GOLDEN|RUNS|QUICK|FIGURES|SESSIONS|VOYAGES|CALLED_AS|DATA|FULL|SHARE|SEED|CLIENTS|NODE|PAGES|PORT|CHROMIUM|NIGHTLY)/

/**
 * @param {string} root of the repository
 * @returns {string[]} what does not match, a sentence each
 */
export function checkDocs(root) {
  const read = (/** @type {string} */ file) => readFileSync(path.join(root, file), 'utf8')
  const files = [
    'README.md',
    ...globSync('docs/**/*.md', { cwd: root }),
    ...globSync('packages/*/README.md', { cwd: root }),
  ].filter((file) => !/decisions|benchmarks/.test(file))
  const pages = files.map((file) => ({ file, text: read(file) }))
  const all = pages.map(({ text }) => text).join('\n')
  const source = (/** @type {string} */ pattern) =>
    globSync(pattern, { cwd: root })
      .filter((file) => !file.endsWith('.test.ts'))
      .map(read)
      .join('\n')
  return [
    ...commands(pages, all, read('packages/cli/src/program/commands.json')),
    ...slashCommands(read('docs/cli.md'), read('packages/cli/src/chat/slash/index.ts')),
    ...environment(
      pages,
      all,
      source('packages/{cli,daypack,daypack-gateway}/src/**/*.ts'),
      read('packages/cli/src/config/environment.ts'),
    ),
    ...settings(read('docs/config.md'), read('packages/cli/src/config/schema.ts')),
    ...imports(pages, all, root, 'daypack'),
    ...imports(pages, all, root, 'daypack-gateway'),
  ]
}

/** @typedef {{ file: string, text: string }} Page */

/** @param {Page[]} pages @param {string} all @param {string} source */
function commands(pages, all, source) {
  const names = new Set([...source.matchAll(/"name": "([^"[<]+)/g)].flatMap(([, name = '']) => name.trim().split(' ')))
  const options = new Set([...source.matchAll(/\[\s*"[^"]*?(--[a-z-]+)/g)].map(([, name = '']) => name))
  const problems = []
  for (const { file, text } of pages)
    for (const [line] of text.matchAll(/(?:^|[`(| ])(?:npx )?daypack(?:-cli)? [^`\n]*/gm)) {
      if (!/`|^\s*(?:npx )?daypack|=\S* daypack/.test(line)) continue
      const word = /daypack(?:-cli)? ([a-z]+)(?![a-z-]*[:'])/.exec(line)?.[1]
      if (word !== undefined && !names.has(word)) problems.push(`${file}: there is no command "daypack ${word}".`)
      for (const [option] of (line.split(' -- ')[0] ?? '').matchAll(/(?<![\w-])--[a-z][a-z-]+/g))
        if (!options.has(option) && !FOREIGN_OPTIONS.has(option))
          problems.push(`${file}: no command has ${option} ("${line.trim()}").`)
    }
  for (const name of names)
    if (!new RegExp(`daypack(?:-cli)? (?:[a-z]+ )?(?:[a-z|\\\\]+)?\\b${name}\\b`).test(all))
      problems.push(`No page shows the command "${name}".`)
  for (const option of options) if (!all.includes(option)) problems.push(`No page names the option ${option}.`)
  return problems
}

/** @param {string} page @param {string} source */
function slashCommands(page, source) {
  const table = /const COMMANDS[^]*?\n}/.exec(source)?.[0] ?? ''
  const known = new Set([...table.matchAll(/^ {2}([a-z_]+): \{/gm)].map(([, name = '']) => name))
  const named = new Set([...page.matchAll(/`\/([a-z_]+)(?=[ `[])/g)].map(([, name = '']) => name))
  return [
    ...[...named].filter((name) => !known.has(name)).map((name) => `docs/cli.md: the chat has no /${name}.`),
    ...[...known].filter((name) => !named.has(name)).map((name) => `docs/cli.md does not name /${name}.`),
  ]
}

/** @param {Page[]} pages @param {string} all @param {string} source @param {string} own */
function environment(pages, all, source, own) {
  const NAME = /\b(?:DAYPACK|QWENPAW|EMBEDDING|FTS|MEMORY_STORE)_[A-Z][A-Z_]*[A-Z]\b|\b[A-Z]+(?:_[A-Z]+)*_API_KEY\b/g
  const problems = []
  for (const { file, text } of pages)
    for (const [name] of text.matchAll(NAME))
      if (!source.includes(name) && !INTERNAL_NAMES.test(name)) problems.push(`${file}: nothing reads ${name}.`)
  for (const [name] of own.matchAll(NAME)) if (!all.includes(name)) problems.push(`No page names ${name}.`)
  return problems
}

/** @param {string} page @param {string} source */
function settings(page, source) {
  const schema = source.slice(source.indexOf('const embedding'))
  const known = [
    ...schema.matchAll(/^ +([a-zA-Z]+): *(?:z\b|count|folder|option|numbersOf|[a-z]+Numbers|embedding|$)/gm),
  ].map(([, name = '']) => name)
  const rows = [...page.matchAll(/^\| `([^|]*)\|([^\n]*)/gm)].map(([row]) => row).join('\n')
  return known
    .filter((name) => !new RegExp(`\\b${name}\\b`).test(rows))
    .map((name) => `docs/config.md does not name the setting "${name}".`)
}

/** @param {Page[]} pages @param {string} all @param {string} root @param {string} name of the package and its folder */
function imports(pages, all, root, name) {
  const folder = path.join(root, 'packages', name)
  const { exports } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const problems = []
  for (const { file, text } of pages)
    for (const [, names = '', from = ''] of text.matchAll(
      new RegExp(`import (?:type )?\\{([^}]*)\\} from '(${name}(?:/[^']*)?)'`, 'g'),
    )) {
      const entry = exports[from.replace(name, '.')]
      if (entry === undefined) problems.push(`${file}: there is no import '${from}'.`)
      else {
        const code = exportedFrom(path.join(folder, sourceOf(entry)))
        for (const wanted of names.split(',').map((each) =>
          each
            .trim()
            .replace(/^type /, '')
            .replace(/ as .*/, ''),
        ))
          if (wanted !== '' && !code.has(wanted)) problems.push(`${file}: '${from}' has no ${wanted}.`)
      }
    }
  for (const entry of Object.keys(exports)) {
    const from = entry === '.' ? `'${name}'` : entry.replace('.', name)
    if (!['./package.json', './internal'].includes(entry) && !all.includes(from))
      problems.push(`No page names the import ${from}.`)
  }
  return problems
}

/** @param {unknown} entry @returns {string} */
function sourceOf(entry) {
  const found = JSON.stringify(entry).match(/\.\/src\/[^"]+\.ts/)
  return found?.[0] ?? ''
}

/** The names a module exports, by its text; `export *` is followed. @param {string} file @returns {Set<string>} */
function exportedFrom(file) {
  const text = readFileSync(file, 'utf8')
  const names = new Set(
    [
      ...text.matchAll(
        /^export (?:declare )?(?:async )?(?:const|function\*?|class|type|interface|let|enum) ([A-Za-z_$]\w*)/gm,
      ),
    ].map(([, name = '']) => name),
  )
  for (const [, list = ''] of text.matchAll(/export (?:type )?\{([^}]*)\}/g))
    for (const each of list.split(',')) {
      const name = each
        .trim()
        .replace(/^type /, '')
        .replace(/.* as /, '')
      if (name !== '') names.add(name)
    }
  for (const [, from = ''] of text.matchAll(/export \* from '([^']+)'/g))
    for (const name of exportedFrom(path.join(path.dirname(file), from))) names.add(name)
  return names
}

if (process.argv[1] === import.meta.filename) {
  const problems = checkDocs(path.resolve(import.meta.dirname, '..'))
  for (const problem of problems) console.error(problem)
  console.log(problems.length === 0 ? 'Pages and code name the same things.' : `${problems.length} do not match.`)
  process.exitCode = problems.length === 0 ? 0 : 1
}
