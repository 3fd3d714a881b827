import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { checkDocs } from '../../../scripts/check-docs.mjs'
import { buildDocs } from '../../../scripts/docs/build.mjs'
import { findPages } from '../../../scripts/docs/search.mjs'

const root = path.join(import.meta.dirname, '..', '..', '..')
// Inside the repository, as `npm run docs` has it: links to its files are relative.
const site = mkdtempSync(path.join(root, 'node_modules', '.site-'))
const pages = buildDocs(root, site)
afterAll(() => rmSync(site, { recursive: true, force: true }))

test('F-43: pages and code name the same commands, options, settings, names and imports', () => {
  expect(checkDocs(root)).toEqual([])
})

test('every link and image of the site leads somewhere, down to the heading', () => {
  const ids = new Map(
    pages.map(({ out }) => [
      path.join(site, out),
      new Set([...readFileSync(path.join(site, out), 'utf8').matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)),
    ]),
  )
  const broken = pages.flatMap(({ out }) => {
    const file = path.join(site, out)
    const links = [...readFileSync(file, 'utf8').matchAll(/ (?:href|src|srcset)="([^"]+)"/g)].map(([, to = '']) => to)
    return links
      .filter((to) => !/^[a-z]+:/.test(to))
      .filter((to) => {
        const [target = '', hash] = to.replaceAll('&amp;', '&').split('#')
        const at = target === '' ? file : path.join(path.dirname(file), decodeURI(target))
        return !existsSync(at) || (hash !== undefined && ids.has(at) && !ids.get(at)?.has(hash))
      })
      .map((to) => `${out}: ${to}`)
  })
  expect(broken).toEqual([])
})

test('nothing is loaded from elsewhere', () => {
  for (const { out } of pages)
    expect(readFileSync(path.join(site, out), 'utf8')).not.toMatch(
      /<(?:script|link|img)[^>]+(?:src|href)="(?:https?:)?\/\//,
    )
})

test.each([
  ['ollama', 'docs/models.md'],
  ['docker', 'docs/serverless.md'],
  ['GDPR', 'docs/privacy.md'],
  ['streaming', 'docs/hosts.md'],
  ['multi-user', 'docs/many-users.md'],
  ['multi-user server', 'docs/many-users.md'],
  ['bedrock', 'docs/gateway.md'],
  ['undo', 'docs/engine.md'],
  ['forget', 'docs/privacy.md'],
  ['price', 'docs/costs.md'],
  ['encryption', 'docs/privacy.md'],
  ['choose a preset', 'docs/choosing.md'],
  ['from python', 'docs/python.md'],
  ['mem0 or zep', 'docs/which.md'],
])('G-106: “%s” finds %s first', (query, file) => {
  expect(findPages(pages, query)[0]?.page.file).toBe(file)
})

const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((file) =>
  existsSync(file),
)
if (chromium === undefined) console.log('The site is not opened in a browser: there is no Chromium.')

/** What a page looks like to Chromium once its scripts ran; pages from disk, as a reader opens them. */
async function opened(url: string, ...flags: string[]): Promise<string> {
  const profile = mkdtempSync(path.join(tmpdir(), 'chromium-'))
  try {
    const { stdout } = await promisify(execFile)(
      chromium ?? '',
      [
        ...['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
        ...[`--user-data-dir=${profile}`, '--virtual-time-budget=5000', ...flags, '--dump-dom', url],
      ],
      { maxBuffer: 64_000_000, timeout: 120_000 },
    )
    return stdout
  } finally {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

describe.skipIf(chromium === undefined)('in Chromium, from the file system', () => {
  test('a search finds the page it is about', { timeout: 180_000 }, async () => {
    const searches = [
      ['many users', 'docs/many-users.html'],
      ['serverless', 'docs/serverless.html'],
      ['forget', 'docs/privacy.html'],
      ['epoch', 'docs/glossary.html'],
      ['mem0', 'docs/moving.html'],
      ['opentelemetry', 'docs/telemetry.html'],
    ] as const
    // One start of the browser for all of them.
    const frames = searches.map(([words]) => `<iframe src="index.html?q=${encodeURIComponent(words)}"></iframe>`)
    const probe = `<!doctype html>${frames.join('')}<p id="told"></p><script>addEventListener('load', () => {
      setTimeout(() => {
        told.textContent = JSON.stringify([...document.querySelectorAll('iframe')].map((frame) =>
          [...frame.contentDocument.querySelectorAll('#hits a')].map((hit) => hit.getAttribute('href'))))
      }, 2000)
    })</script>`
    writeFileSync(path.join(site, 'searches.html'), probe)
    const dom = await opened(pathToFileURL(path.join(site, 'searches.html')).href, '--allow-file-access-from-files')
    const told = JSON.parse(/<p id="told">([^<]*)/.exec(dom)?.[1] || '[]') as string[][]
    const missed = searches.filter(
      ([, page], index) => !(told[index] ?? []).slice(0, 5).some((href) => href.replace(/#.*/, '') === `./${page}`),
    )
    expect(missed).toEqual([])
  })

  test('no page is wider than a phone', { timeout: 180_000 }, async () => {
    const frames = pages.map(({ out }) => `<iframe width="390" height="800" src="${out}"></iframe>`).join('\n')
    const probe = `<!doctype html>${frames}<p id="told"></p><script>addEventListener('load', () => {
      told.textContent = [...document.querySelectorAll('iframe')].map((frame) => {
        const { scrollWidth, clientWidth } = frame.contentDocument.documentElement
        return scrollWidth > clientWidth + 1 ? frame.getAttribute('src') + ' ' + scrollWidth : ''
      }).filter(Boolean).join(', ') || 'all fit'
    })</script>`
    writeFileSync(path.join(site, 'probe.html'), probe)
    const dom = await opened(pathToFileURL(path.join(site, 'probe.html')).href, '--allow-file-access-from-files')
    expect(/<p id="told">([^<]*)/.exec(dom)?.[1]).toBe('all fit')
  })

  test('light and dark follow the system', { timeout: 180_000 }, async () => {
    writeFileSync(
      path.join(site, 'colour.html'),
      `<!doctype html><iframe src="index.html"></iframe><p id="told"></p><script>addEventListener('load', () => {
        told.textContent = getComputedStyle(document.querySelector('iframe').contentDocument.body).backgroundColor
      })</script>`,
    )
    const url = pathToFileURL(path.join(site, 'colour.html')).href
    const told = (dom: string) => /<p id="told">([^<]*)/.exec(dom)?.[1]
    const light = told(await opened(url, '--allow-file-access-from-files'))
    const dark = told(await opened(url, '--allow-file-access-from-files', '--blink-settings=preferredColorScheme=0'))
    expect([light, dark]).toEqual(['rgb(255, 255, 255)', 'rgb(13, 17, 23)'])
  })
})
