export type Line = { readonly name: string; readonly tokens: readonly number[] }

const COLOURS = ['#1f6feb', '#8b949e', '#bf8700', '#cf222e', '#8250df', '#1a7f37', '#218bff']
const WIDTH = 900
const HEIGHT = 360
const LEFT = 64
const BOTTOM = 36

const STYLE =
  '.paper{fill:#fff}.rule{stroke:#d0d7de}.soft{fill:#57606a}@media(prefers-color-scheme:dark){.paper{fill:#0d1117}.rule{stroke:#30363d}.soft{fill:#9aa4af}}'

export function timeline(lines: readonly Line[], window: number): string {
  const most = Math.max(window, ...lines.flatMap((line) => line.tokens))
  const steps = Math.max(2, ...lines.map((line) => line.tokens.length))
  const x = (step: number) => LEFT + (step / (steps - 1)) * (WIDTH - LEFT - 16)
  const y = (tokens: number) => Math.round(16 + (1 - tokens / most) * (HEIGHT - 16 - BOTTOM))
  /** The way that was asked for, and sending everything; the others are there to compare. */
  const isMain = (index: number) => index === 0 || index === lines.length - 1
  const paths = lines.map(({ tokens }, index) => {
    let [atX, atY] = [0, 0]
    const moves = tokens.map((value, step) => {
      const [dx, dy] = [Math.round(x(step)) - atX, y(value) - atY]
      ;[atX, atY] = [atX + dx, atY + dy]
      return dy < 0 ? `${dx}${dy}` : `${dx} ${dy}`
    })
    const look = isMain(index) ? 'stroke-width="2.5"' : 'stroke-width="1" opacity="0.55"'
    return `<path fill="none" stroke="${COLOURS[index % COLOURS.length]}" ${look} d="m${moves.join(' ')}"/>`
  })
  const names = lines.map(
    ({ name }, index) =>
      `<text x="${LEFT + 12}" y="${34 + index * 16}"${isMain(index) ? ' font-weight="bold"' : ''} fill="${COLOURS[index % COLOURS.length]}">${escape(name)}</text>`,
  )
  const marks = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const value = Math.round(most * share)
    return `<line x1="${LEFT}" x2="${WIDTH - 16}" y1="${y(value)}" y2="${y(value)}" class="rule"/><text x="${LEFT - 8}" y="${y(value) + 4}" text-anchor="end" class="soft">${Math.round(value / 1_000)}k</text>`
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<style>${STYLE}</style>`,
    '<rect width="100%" height="100%" class="paper"/>',
    ...marks,
    `<line x1="${LEFT}" x2="${WIDTH - 16}" y1="${y(window)}" y2="${y(window)}" stroke="#cf222e" stroke-dasharray="4 4"/>`,
    ...paths,
    ...names,
    `<text x="${WIDTH / 2}" y="${HEIGHT - 10}" text-anchor="middle" class="soft">tokens sent with each of ${steps} requests; the dashed line is the window</text>`,
    '</svg>',
    '',
  ].join('\n')
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
