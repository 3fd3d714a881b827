/** What tmux shows, escape sequences included, as SVG: one picture, or several one after the other. */

const [WIDTH, HEIGHT, PAD] = [8.4, 18, 14]
const COLOURS = ['#484f58', '#ff7b72', '#3fb950', '#d29922', '#58a6ff', '#bc8cff', '#39c5cf', '#e6edf3']

/**
 * @param {{ text: string, seconds: number }[]} frames as `tmux capture-pane -e -p` prints them
 * @param {{ columns: number, rows: number, title: string }} size
 */
export function terminalSvg(frames, { columns, rows, title }) {
  const [width, height] = [columns * WIDTH + 2 * PAD, rows * HEIGHT + 2 * PAD]
  const total = frames.reduce((sum, frame) => sum + frame.seconds, 0)
  // It starts with its last picture: that is the one shown where nothing moves.
  const before = total - (frames.at(-1)?.seconds ?? 0)
  let at = 0
  /** Lines that were drawn, by what they are: a frame refers to those of earlier ones. @type {Map<string, string>} */
  const drawn = new Map()
  const groups = frames.map(({ text, seconds }, index) => {
    const from = (at / total) * 100
    at += seconds
    const to = (at / total) * 100
    const on = { ...PLAIN }
    const lines = text
      .split('\n')
      .slice(0, rows)
      .map((line, row) => usedLine(lineSvg(line, on), row, drawn))
    if (frames.length === 1) return { style: '', svg: `<g>${lines.join('')}</g>` }
    const style = `@keyframes f${index}{0%{opacity:${index === 0 ? 1 : 0}}${from.toFixed(2)}%{opacity:1}${to.toFixed(2)}%{opacity:${index === frames.length - 1 ? 1 : 0}}100%{opacity:${index === frames.length - 1 ? 1 : 0}}}.f${index}{opacity:0;animation:f${index} ${total}s step-end -${before.toFixed(1)}s infinite}`
    return { style, svg: `<g class="f${index}">${lines.join('')}</g>` }
  })
  const still =
    frames.length > 1
      ? `@media(prefers-reduced-motion:reduce){g{animation:none!important}.f${frames.length - 1}{opacity:1}}`
      : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width.toFixed(0)} ${height}" role="img" aria-label="${escaped(title)}" font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace" font-size="14" fill="#e6edf3" xml:space="preserve">
<title>${escaped(title)}</title>
<style>text{white-space:pre}${groups.map(({ style }) => style).join('')}${still}</style>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
<defs>${[...drawn].map(([svg, id]) => `<g id="${id}">${svg}</g>`).join('')}</defs>
${groups.map(({ svg }) => svg).join('\n')}
</svg>
`
}

/** @param {string} svg @param {number} row @param {Map<string, string>} drawn */
function usedLine(svg, row, drawn) {
  if (svg === '') return ''
  const id = drawn.get(svg) ?? `l${drawn.size}`
  drawn.set(svg, id)
  return `<use href="#${id}" y="${PAD + (row + 1) * HEIGHT - 5}"/>`
}

/** A line whose letters stand on y = 0. @param {string} line @param {Style} on */
function lineSvg(line, on) {
  const parts = styled(line, on)
  if (parts.every(({ text }) => text.trim() === '')) return ''
  let column = 0
  return parts
    .map(({ text, style }) => {
      const x = PAD + column * WIDTH
      column += cells(text)
      if (text.trim() === '' && !style.includes('background')) return ''
      const back = style.includes('background')
        ? `<rect x="${x.toFixed(1)}" y="-13" width="${(cells(text) * WIDTH).toFixed(1)}" height="${HEIGHT}" fill="#e6edf3"/>`
        : ''
      return `${back}<text x="${x.toFixed(1)}" textLength="${(cells(text) * WIDTH).toFixed(1)}"${style.replace(' background', '')}>${escaped(text)}</text>`
    })
    .join('')
}

const PLAIN = { bold: false, dim: false, italic: false, under: false, back: false, colour: '' }
/** @typedef {typeof PLAIN} Style */

/** @param {string} line @param {Style} on goes on from line to line @returns {{ text: string, style: string }[]} */
function styled(line, on) {
  const parts = []
  for (const piece of line.split(/(\u001b\[[0-9;]*m)/)) {
    const codes = /^\u001b\[([0-9;]*)m$/.exec(piece)?.[1]
    if (codes === undefined) {
      const text = piece.replaceAll(/\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[\u0000-\u001f]/g, '')
      const style = `${on.bold ? ' font-weight="700"' : ''}${on.dim ? ' opacity="0.65"' : ''}${on.italic ? ' font-style="italic"' : ''}${on.under ? ' text-decoration="underline"' : ''}${on.back ? ' fill="#0d1117" background' : on.colour ? ` fill="${on.colour}"` : ''}`
      if (text !== '') parts.push({ text, style })
      continue
    }
    for (const code of codes.split(';').map(Number)) {
      if (code === 0) Object.assign(on, PLAIN)
      else if (code === 1) on.bold = true
      else if (code === 2) on.dim = true
      else if (code === 3) on.italic = true
      else if (code === 4) on.under = true
      else if (code === 7) on.back = true
      else if (code === 22) on.bold = on.dim = false
      else if (code === 23) on.italic = false
      else if (code === 24) on.under = false
      else if (code === 27) on.back = false
      else if (code >= 30 && code <= 37) on.colour = COLOURS[code - 30] ?? ''
      else if (code >= 90 && code <= 97) on.colour = COLOURS[code - 90] ?? ''
      else if (code === 39) on.colour = ''
    }
  }
  return parts
}

/** How many cells of the terminal a text takes: one for each sign it shows. @param {string} text */
function cells(text) {
  return Array.from(new Intl.Segmenter().segment(text)).length
}

/** @param {string} text */
function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
