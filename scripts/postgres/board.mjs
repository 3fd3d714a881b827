// A picture of examples/server/grafana.json without Grafana: every panel's own expressions are asked of a Prometheus that scrapes
// real processes, and drawn. `node scripts/postgres/board.mjs http://127.0.0.1:9090 docs/captures/board.png [minutes]`
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findChromium, FLAGS } from '../chromium.mjs'

/** @typedef {{ name: string, points: [number, number][] }} Line */
/** @typedef {{ title: string, gridPos: { x: number, y: number, w: number, h: number }, targets: { expr: string, legendFormat?: string }[], fieldConfig: { defaults: { unit: string } } }} Panel */

const [prometheus = '', out = '', minutes = '10'] = process.argv.slice(2)
const BOARD = new URL('../../examples/server/grafana.json', import.meta.url)
const COLOURS = ['#73bf69', '#f2cc0c', '#8ab8ff', '#ff780a', '#f2495c', '#b877d9', '#5794f2', '#ff9830', '#37872d']
const [COLUMN, ROW] = [60, 34]

const board = JSON.parse(readFileSync(BOARD, 'utf8'))
const end = Math.floor(Date.now() / 1000)
const start = end - Number(minutes) * 60
const panels = await Promise.all(board.panels.map(drawn))
const folder = mkdtempSync(path.join(tmpdir(), 'daypack-board-'))
const page = path.join(folder, 'board.html')
writeFileSync(
  page,
  `<body style="margin:0;background:#111217;color:#ccccdc;font:12px sans-serif"><h2 style="margin:8px 12px">${board.title}</h2>${panels.join('')}</body>`,
)
const size = `--window-size=${24 * COLUMN + 16},${28 * ROW + 60}`
execFileSync(findChromium() ?? 'chromium', [...FLAGS, size, `--screenshot=${path.resolve(out)}`, `file://${page}`])
rmSync(folder, { recursive: true })

/** @param {Panel} panel */
async function drawn({ title, gridPos: { x, y, w, h }, targets, fieldConfig }) {
  const lines = (await Promise.all(targets.map(linesOf))).flat()
  const place = `position:absolute;left:${x * COLUMN + 8}px;top:${y * ROW + 44}px;width:${w * COLUMN - 8}px;height:${h * ROW - 8}px`
  return `<div style="${place};background:#181b1f;border:1px solid #2c3235"><b style="padding:6px;display:block">${title}</b>${chart(lines, w * COLUMN - 8, h * ROW - 90, fieldConfig.defaults.unit)}<div style="padding:2px 8px;height:44px;overflow:hidden">${legend(lines)}</div></div>`
}

/**
 * @param {Panel['targets'][number]} target
 * @returns {Promise<Line[]>}
 */
async function linesOf({ expr, legendFormat = '' }) {
  const asked = new URLSearchParams({ query: expr, start: String(start), end: String(end), step: '5' })
  const answer = /** @type {any} */ (await (await fetch(`${prometheus}/api/v1/query_range?${asked.toString()}`)).json())
  if (answer.status !== 'success') throw new Error(`${expr}: ${answer.error}`)
  return answer.data.result.map((/** @type {any} */ { metric, values }) => ({
    name: legendFormat.replace(/{{(\w+)}}/g, (_, /** @type {string} */ label) => metric[label] ?? ''),
    points: values
      .map((/** @type {[number, string]} */ [at, value]) => [at, Number(value)])
      .filter((/** @type {[number, number]} */ [, value]) => !Number.isNaN(value)),
  }))
}

/**
 * @param {Line[]} lines
 * @param {number} width
 * @param {number} height
 * @param {string} unit
 */
function chart(lines, width, height, unit) {
  const most = Math.max(...lines.flatMap(({ points }) => points.map(([, value]) => value)), 0) * 1.1 || 1
  /** @param {[number, number]} point */
  const placed = ([at, value]) =>
    `${(50 + ((at - start) / (end - start)) * (width - 60)).toFixed(1)},${(height - (value / most) * (height - 12)).toFixed(1)}`
  const grid = [0, 0.5, 1].map((share) => {
    const y = height - share * (height - 12)
    return `<line x1="50" x2="${width - 10}" y1="${y}" y2="${y}" stroke="#2c3235"/><text x="44" y="${y + 4}" text-anchor="end" fill="#888" font-size="10">${shown(most * share, unit)}</text>`
  })
  const drawnLines = lines.map(
    ({ points }, at) =>
      `<polyline fill="none" stroke-width="1.5" stroke="${COLOURS[at % COLOURS.length]}" points="${points.map(placed).join(' ')}"/>`,
  )
  const empty = lines.length === 0 ? `<text x="${width / 2 - 20}" y="${height / 2}" fill="#888">No data</text>` : ''
  return `<svg width="${width}" height="${height + 8}">${grid.join('')}${drawnLines.join('')}${empty}</svg>`
}

/** @param {Line[]} lines */
function legend(lines) {
  return lines
    .map(({ name }, at) => `<span style="color:${COLOURS[at % COLOURS.length]}">━</span> ${name}&nbsp; `)
    .join('')
}

/**
 * @param {number} value
 * @param {string} unit
 */
function shown(value, unit) {
  if (unit === 'bytes') return `${(value / 2 ** 20).toPrecision(2)} MiB`
  if (unit === 's' && value < 1) return `${Math.round(value * 1000)} ms`
  return `${value < 10 ? value.toPrecision(2) : Math.round(value)}${unit === 'ops' ? '/s' : unit === 'short' ? '' : ` ${unit}`}`
}
