import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import MarkdownIt from 'markdown-it'
import { FOLDERS, GROUPS } from './pages.mjs'
import { page, SCRIPT, STYLE } from './theme.mjs'

/**
 * @typedef {{ file: string, out: string, title: string, html: string, headings: { id: string, text: string }[], terms: string[], text: string }} Page
 */

/** @param {string} text */
const slug = (text) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replaceAll(/\s+/g, '-')

/**
 * Every page as plain HTML that opens from the file system: relative links, one style sheet, one classic script, and the
 * search index as a script too, since pages from disk may not fetch.
 * @param {string} root
 * @param {string} to
 * @returns {Page[]}
 */
export function buildDocs(root, to) {
  const groups = navigation(root)
  const files = groups.flatMap((group) => group.pages)
  const pages = files.map((file) => read(root, file, new Set(files), to))
  const titles = new Map(pages.map((each) => [each.file, each]))
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { recursive: true })
  for (const each of pages) {
    const at = path.join(to, each.out)
    mkdirSync(path.dirname(at), { recursive: true })
    const up = path.relative(path.dirname(each.out), '') || '.'
    const nav = groups.map(({ title, pages: members }) => ({
      title,
      links: members.flatMap((file) => {
        const target = titles.get(file)
        return target ? [{ href: `${up}/${target.out}`, text: target.title, isHere: target === each }] : []
      }),
    }))
    writeFileSync(at, page({ ...each, up, nav }))
  }
  writeFileSync(path.join(to, 'style.css'), STYLE)
  writeFileSync(path.join(to, 'site.js'), SCRIPT)
  const index = pages.map(({ out, title, headings, terms, text }) => ({ out, title, headings, terms, text }))
  writeFileSync(path.join(to, 'index.js'), `window.DAYPACK_PAGES = ${JSON.stringify(index)}\n`)
  for (const image of globSync('docs/**/*.{svg,png}', { cwd: root }))
    cpSync(path.join(root, image), path.join(to, image))
  return pages
}

/** @param {string} root */
function navigation(root) {
  const named = new Set(GROUPS.flatMap((group) => group.pages))
  const there = new Set(
    [...globSync('docs/**/*.md', { cwd: root }), ...globSync('*.md', { cwd: root })].map((file) =>
      file.replaceAll('\\', '/'),
    ),
  )
  const gone = [...named].filter((file) => !there.has(file))
  if (gone.length > 0) throw new Error(`scripts/docs/pages.mjs names pages that are not there: ${gone.join(', ')}`)
  /** @type {Map<string, string[]>} */
  const rest = new Map(Object.values(FOLDERS).map((title) => [title, []]))
  for (const file of [...there].filter((each) => !named.has(each)).toSorted()) {
    const folder = Object.entries(FOLDERS).find(([prefix]) => file.startsWith(prefix))
    if (folder) rest.get(folder[1])?.push(file)
  }
  return [...GROUPS, ...[...rest].map(([title, pages]) => ({ title, pages }))]
}

/** @param {string} file */
const outOf = (file) =>
  file === 'README.md' ? 'index.html' : file.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html')

/**
 * @param {string} root
 * @param {string} file
 * @param {ReadonlySet<string>} known
 * @param {string} to
 * @returns {Page}
 */
function read(root, file, known, to) {
  const source = readFileSync(path.join(root, file), 'utf8')
  const out = outOf(file)
  /** @type {Page['headings']} */
  const headings = []
  const seen = new Map()
  const md = new MarkdownIt({ html: true })
  md.core.ruler.push('daypack', (state) => {
    for (const [index, token] of state.tokens.entries()) {
      if (token.type === 'heading_open') {
        const inline = state.tokens[index + 1]
        const text = (inline?.children ?? []).map((child) => child.content).join('')
        const base = slug(text)
        const times = seen.get(base) ?? 0
        seen.set(base, times + 1)
        const id = times === 0 ? base : `${base}-${times}`
        token.attrSet('id', id)
        if (token.tag === 'h2' || token.tag === 'h3') headings.push({ id, text })
      }
      for (const child of token.children ?? [])
        for (const name of ['href', 'src']) {
          const value = child.attrGet(name)
          if (value !== null) child.attrSet(name, link(String(value), file, out, known, root, to))
        }
    }
  })
  md.renderer.rules.table_open = () => '<div class="wide"><table>'
  md.renderer.rules.table_close = () => '</table></div>'
  const html = md
    .render(source)
    .replaceAll(
      /(srcset|src)="(docs\/[^"]+)"/g,
      (_, name, value) => `${name}="${link(value, file, out, known, root, to)}"`,
    )
  const title = /^# (.+)$/m.exec(source)?.[1]?.replaceAll('`', '') ?? file
  const text = source.replaceAll(/<[^>\n]+>|[#*`|[]|\]\([^)]*\)/g, ' ').replaceAll(/\s+/g, ' ')
  // What a table explains: a bold word that begins a row.
  const terms = [...source.matchAll(/^\| \*\*([^*]+)\*\* \|/gm)].map(([, term = '']) => term)
  return { file, out, title, html, headings, terms, text }
}

/**
 * A link to another page goes to its HTML, one to a file of the repository to that file.
 * @param {string} value
 * @param {string} file
 * @param {string} out
 * @param {ReadonlySet<string>} known
 * @param {string} root
 * @param {string} to
 */
function link(value, file, out, known, root, to) {
  if (/^(?:[a-z]+:|#)/i.test(value)) return value
  const [target = '', hash] = value.split('#')
  const named = path.posix.normalize(path.posix.join(path.posix.dirname(file), target)).replace(/\/$/, '')
  const page = known.has(named) ? named : known.has(`${named}/README.md`) ? `${named}/README.md` : undefined
  const here = path.posix.dirname(out)
  const end = hash === undefined ? '' : `#${hash}`
  if (page !== undefined) return path.posix.relative(here, outOf(page)) + end
  if (/\.(?:svg|png)$/.test(named)) return path.posix.relative(here, named)
  const inSite = path.relative(path.join(to, here), path.join(root, named))
  return inSite.split(path.sep).join('/') + end
}
