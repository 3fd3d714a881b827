import { findPages } from './search.mjs'

/**
 * @typedef {{ title: string, links: { href: string, text: string, isHere: boolean }[] }} Group
 * @param {{ title: string, html: string, headings: { id: string, text: string }[], up: string, nav: Group[] }} of
 */
export function page({ title, html, headings, up, nav }) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}${title === 'Daypack' ? '' : ' · Daypack'}</title>
<link rel="stylesheet" href="${up}/style.css">
<script>try { document.documentElement.dataset.theme = localStorage.getItem('theme') ?? '' } catch {}</script>
</head>
<body data-up="${up}">
<header>
<a class="name" href="${up}/index.html">Daypack</a>
<input id="search" type="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off">
<button id="theme" type="button" aria-label="Light or dark">◐</button>
<div id="hits" role="listbox" hidden></div>
</header>
<details class="menu"><summary>Pages</summary></details>
<nav aria-label="Pages">${nav.map(group).join('')}</nav>
<main>${headings.length > 2 ? `<aside aria-label="On this page">${headings.map(({ id, text }) => `<a href="#${id}">${escaped(text)}</a>`).join('')}</aside>` : ''}
${html}</main>
<script src="${up}/index.js" defer></script>
<script src="${up}/site.js" defer></script>
</body>
</html>
`
}

/** @param {Group} of */
function group({ title, links }) {
  if (links.length === 0) return ''
  const isOpen = title === 'Start' || links.some(({ isHere }) => isHere)
  return `<details${isOpen ? ' open' : ''}><summary>${title}</summary>${links.map(({ href, text, isHere }) => `<a href="${href}"${isHere ? ' aria-current="page"' : ''}>${escaped(text)}</a>`).join('')}</details>`
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

const DARK = `--ink:#e6edf3;--soft:#9aa4af;--paper:#0d1117;--panel:#161b22;--rule:#30363d;--link:#7cb7ff;--mark:#3b2f00`
export const STYLE = `:root{--ink:#1f2328;--soft:#59636e;--paper:#fff;--panel:#f6f8fa;--rule:#d1d9e0;--link:#0550ae;--mark:#fff3b0;color-scheme:light dark}
@media(prefers-color-scheme:dark){:root:not([data-theme=light]){${DARK}}}
:root[data-theme=dark]{${DARK};color-scheme:dark}
:root[data-theme=light]{color-scheme:light}
*{box-sizing:border-box}
body{margin:0;color:var(--ink);background:var(--paper);font:16px/1.6 system-ui,sans-serif;display:grid;grid-template:auto 1fr/17rem minmax(0,1fr)}
header{grid-column:1/-1;display:flex;gap:.75rem;align-items:center;padding:.6rem 1.2rem;border-bottom:1px solid var(--rule);position:sticky;top:0;background:var(--paper);z-index:2}
.name{font-weight:700;color:var(--ink);text-decoration:none;margin-right:auto}
input,button{font:inherit;color:inherit;background:var(--panel);border:1px solid var(--rule);border-radius:6px;padding:.25rem .6rem;min-width:0}
#search{width:min(22rem,55vw)}
#hits{position:absolute;right:1.2rem;top:3.2rem;width:min(34rem,calc(100vw - 2rem));max-height:70vh;overflow:auto;background:var(--paper);border:1px solid var(--rule);border-radius:8px;box-shadow:0 8px 24px #0003}
#hits a{display:block;padding:.5rem .8rem;text-decoration:none;color:inherit;border-bottom:1px solid var(--rule)}
#hits a:is(:hover,:focus,.on){background:var(--panel)}
#hits small{display:block;color:var(--soft);line-height:1.35}
#hits p{margin:0;padding:.6rem .8rem;color:var(--soft)}
mark{background:var(--mark);color:inherit}
nav{padding:1rem 1.2rem 3rem;border-right:1px solid var(--rule);font-size:.92rem}
nav summary{cursor:pointer;font-size:.78rem;text-transform:uppercase;letter-spacing:.05em;color:var(--soft);margin:.9rem 0 .3rem}
nav a{display:block;color:var(--ink);text-decoration:none;padding:.1rem 0}
nav a[aria-current]{color:var(--link);font-weight:600}
.menu{display:none}
main{padding:1rem 2rem 5rem;max-width:54rem;min-width:0}
aside{float:right;width:13rem;margin:0 0 1rem 1.5rem;padding-left:1rem;border-left:1px solid var(--rule);font-size:.85rem}
aside a{display:block;color:var(--soft);text-decoration:none}
main a{color:var(--link);overflow-wrap:anywhere}
h1{font-size:1.9rem;line-height:1.2}h2{margin-top:2rem;line-height:1.25}
pre{background:var(--panel);border:1px solid var(--rule);border-radius:6px;padding:.8rem;overflow:auto;font-size:.86rem;line-height:1.45;clear:both}
code{font-family:ui-monospace,SFMono-Regular,Menlo,monospace;font-size:.9em;background:var(--panel);border-radius:4px;padding:.1em .3em;overflow-wrap:anywhere}
pre code{padding:0;background:none;font-size:inherit;overflow-wrap:normal}
.wide{overflow-x:auto;clear:both}
table{border-collapse:collapse;font-size:.92rem}
th,td{border:1px solid var(--rule);padding:.3rem .6rem;text-align:left;vertical-align:top}
th{background:var(--panel)}
td code{overflow-wrap:normal}
img{max-width:100%;height:auto}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
@media(max-width:60rem){aside{display:none}}
@media(max-width:48rem){body{display:block}main{padding:1rem}nav{display:none;border:0;padding-top:0}.menu{display:block;padding:.6rem 1.2rem;border-bottom:1px solid var(--rule)}.menu[open]+nav{display:block}}
@media print{header,nav,.menu,aside{display:none}}
`

/** What runs in the browser: search in all pages, light and dark. No modules and no fetch: pages opened from disk may use neither. */
export const SCRIPT = `(() => {
  const [box, hits, pages, up] = [document.getElementById('search'), document.getElementById('hits'), window.DAYPACK_PAGES, document.body.dataset.up]
  const findPages = ${findPages.toString()}
  function show() {
    hits.replaceChildren()
    hits.hidden = box.value.trim() === ''
    if (hits.hidden) return
    const list = findPages(pages, box.value)
    if (list.length === 0) hits.append(Object.assign(document.createElement('p'), { textContent: 'Nothing found.' }))
    for (const { page, heading, at } of list) {
      const link = document.createElement('a')
      link.href = up + '/' + page.out + (heading ? '#' + heading.id : '')
      link.append(page.title + (heading ? ' › ' + heading.text : ''))
      const around = document.createElement('small')
      around.textContent = at < 0 ? '' : '… ' + page.text.slice(Math.max(0, at - 50), at + 110) + ' …'
      link.append(around)
      hits.append(link)
    }
  }
  let on = -1
  box.addEventListener('input', () => { on = -1; show() })
  box.addEventListener('keydown', (event) => {
    const links = [...hits.querySelectorAll('a')]
    if (event.key === 'Escape') { box.value = ''; show() }
    if (event.key === 'Enter') (links[on] ?? links[0])?.click()
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      on = Math.max(0, Math.min(links.length - 1, on + (event.key === 'ArrowDown' ? 1 : -1)))
      links.forEach((link, index) => link.classList.toggle('on', index === on))
    }
  })
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && !/^(INPUT|TEXTAREA)$/.test(document.activeElement?.tagName ?? '')) { event.preventDefault(); box.focus() }
  })
  document.addEventListener('click', (event) => { if (!event.target.closest('header')) hits.hidden = true })
  document.getElementById('theme').addEventListener('click', () => {
    const root = document.documentElement
    const isDark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
    root.dataset.theme = isDark ? 'light' : 'dark'
    try { localStorage.setItem('theme', root.dataset.theme) } catch {}
  })
  const asked = new URLSearchParams(location.search).get('q')
  if (asked) { box.value = asked; show() }
})()
`
