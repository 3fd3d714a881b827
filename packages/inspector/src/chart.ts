import uPlot from 'uplot'
import { PARTS, type Outline } from './api.ts'
import { money, tokens } from './format.ts'

/** Colours of the page's own style, as they are now. */
export function colour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}

export type ChartOptions = {
  readonly width: number
  readonly height: number
  readonly at: number
  readonly onHover: (index: number | undefined) => void
  readonly onPick: (index: number) => void
}

export function tokenChart(box: HTMLElement, outline: Outline, options: ChartOptions): uPlot {
  const { requests, window, epochs } = outline
  const x = requests.total.map((_, index) => index + 1)
  const sums = x.map(() => 0)
  const stacks = PARTS.map((part) =>
    requests.parts[part].map((value, index) => (sums[index] = (sums[index] ?? 0) + value)),
  )
  const most = Math.max(1, ...requests.total)
  const top = window <= most * 2.2 ? window : most * 1.12
  return new uPlot(
    {
      width: options.width,
      height: options.height,
      cursor: { drag: { x: true, y: false }, points: { show: false }, y: false },
      legend: { show: false },
      padding: [12, 12, 0, 0],
      scales: { x: { time: false }, y: { range: [0, top * 1.04] } },
      axes: [requestAxis(), { ...axis(), size: 56, values: (_, values) => values.map(tokens) }],
      series: [
        {},
        ...PARTS.map((part) => ({
          label: part,
          fill: colour(`--part-${part}`),
          stroke: colour('--paper'),
          width: 0.5,
          points: { show: false },
        })),
        { label: 'cached', stroke: colour('--accent'), width: 1.5, dash: [3, 3], points: { show: false } },
      ],
      bands: PARTS.slice(1).map((_, index) => ({ series: [index + 2, index + 1] as [number, number] })),
      hooks: {
        draw: [
          (plot) => {
            if (window <= top * 1.04) windowLine(plot, window)
            for (const epoch of epochs)
              if (epoch.request >= 0) upright(plot, epoch.request + 1, String(epoch.number), epoch.isUndone)
            if (options.at >= 0) upright(plot, options.at + 1, '', false, colour('--accent'))
          },
        ],
        setCursor: [(plot) => options.onHover(plot.cursor.idx ?? undefined)],
        ready: [
          (plot) => {
            plot.over.addEventListener('click', () => {
              if (plot.cursor.idx !== null && plot.cursor.idx !== undefined) options.onPick(plot.cursor.idx)
            })
          },
        ],
      },
    },
    [x, ...stacks, [...requests.cached]],
    box,
  )
}

export function costChart(box: HTMLElement, outline: Outline, options: ChartOptions): uPlot {
  const { requests, currency } = outline
  const x = requests.total.map((_, index) => index + 1)
  let sum = 0
  const all = requests.cost.map((value) => (sum += value))
  const bars = uPlot.paths.bars?.({ size: [0.7, 12, 1] })
  return new uPlot(
    {
      width: options.width,
      height: options.height,
      cursor: { points: { show: false }, y: false },
      legend: { show: false },
      padding: [8, 12, 0, 0],
      scales: {
        x: { time: false },
        y: { range: (_, __, most) => [0, most * 1.1] },
        sum: { range: (_, __, most) => [0, most * 1.05] },
      },
      axes: [
        requestAxis(),
        { ...axis(), size: 56, values: ticks(currency) },
        {
          ...axis(),
          side: 1,
          scale: 'sum',
          size: 56,
          grid: { show: false },
          values: ticks(currency),
        },
      ],
      series: [
        {},
        { label: 'cost', fill: colour('--part-agent'), points: { show: false }, ...(bars && { paths: bars }) },
        { label: 'sum', scale: 'sum', stroke: colour('--accent'), width: 1.5, points: { show: false } },
      ],
      hooks: { setCursor: [(plot) => options.onHover(plot.cursor.idx ?? undefined)] },
    },
    [x, [...requests.cost], all],
    box,
  )
}

/** Steps below a cent need their third digit, or they look uneven. */
function ticks(currency: Outline['currency']): uPlot.Axis.DynamicValues {
  return (_, values, __, ___, step) =>
    values.map((value) =>
      currency === 'dollars' && value > 0 && Math.abs(step * 100 - Math.round(step * 100)) > 1e-9
        ? `$${value.toFixed(3)}`
        : money(value, currency),
    )
}

/** Requests are counted from 1, and there is none between two. */
function requestAxis(): uPlot.Axis {
  return { ...axis(), incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 50_000] }
}

function axis(): uPlot.Axis {
  return {
    stroke: colour('--muted'),
    font: '11px system-ui, sans-serif',
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { stroke: colour('--line'), width: 1 },
  }
}

function windowLine(plot: uPlot, value: number): void {
  const { ctx, bbox } = plot
  const y = plot.valToPos(value, 'y', true)
  ctx.save()
  ctx.strokeStyle = colour('--warn')
  ctx.fillStyle = ctx.strokeStyle
  ctx.lineWidth = devicePixelRatio
  ctx.beginPath()
  ctx.moveTo(bbox.left, y)
  ctx.lineTo(bbox.left + bbox.width, y)
  ctx.stroke()
  ctx.font = `${11 * devicePixelRatio}px system-ui, sans-serif`
  ctx.textAlign = 'left'
  ctx.fillText(`window ${tokens(value)}`, bbox.left + 4 * devicePixelRatio, y + 13 * devicePixelRatio)
  ctx.restore()
}

function upright(plot: uPlot, request: number, name: string, isUndone: boolean, stroke = colour('--ink')): void {
  const { ctx, bbox } = plot
  const x = plot.valToPos(request, 'x', true)
  if (x < bbox.left || x > bbox.left + bbox.width) return
  ctx.save()
  ctx.strokeStyle = stroke
  ctx.fillStyle = stroke
  ctx.lineWidth = devicePixelRatio
  ctx.globalAlpha = isUndone ? 0.35 : 0.75
  ctx.setLineDash(name === '' ? [] : [2, 3])
  ctx.beginPath()
  ctx.moveTo(x, bbox.top)
  ctx.lineTo(x, bbox.top + bbox.height)
  ctx.stroke()
  ctx.font = `${10 * devicePixelRatio}px system-ui, sans-serif`
  ctx.textAlign = 'left'
  if (name !== '') ctx.fillText(name, x + 3 * devicePixelRatio, bbox.top + 20 * devicePixelRatio)
  ctx.restore()
}
