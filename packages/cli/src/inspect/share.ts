import { withoutSecrets } from 'daypack/memory'
import type { EpochView, Outline, RequestView } from 'daypack-inspector/api'
import { epochView } from './epoch.ts'
import { outlineOf } from './outline.ts'
import type { OpenSession } from './reader.ts'
import { requestView } from './request.ts'
import { labelOf, originalText } from './text.ts'
import { PARTS } from './report/parts.ts'

const BLOCK = 20_000

export async function sharePage(session: OpenSession, window: number): Promise<string> {
  const outline = outlineOf(session, window)
  const epochs: EpochView[] = []
  for (const { number } of outline.epochs) {
    const epoch = await epochView(session, number, window)
    if (epoch) epochs.push(epoch)
  }
  const now = await requestView(session, session.rows.length)
  const messages: string[] = []
  for (const [index, slot] of session.view.slots.entries()) {
    const parts: string[] = []
    for (const block of slot.message.blocks) {
      const text = masked(await originalText(block, session))
      const cut = text.length > BLOCK ? `${text.slice(0, BLOCK)}\n[… ${text.length - BLOCK} more characters]` : text
      parts.push(`<pre><b>${escaped(labelOf(block))}</b>\n${escaped(cut)}</pre>`)
    }
    const summary = `<summary><span>${index + 1}</span> ${slot.message.role}</summary>`
    messages.push(`<details class="${slot.message.role}">${summary}${parts.join('')}</details>`)
  }
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width"><title>${escaped(masked(session.id))} · Daypack</title><style>${CSS}</style></head><body>
<header><h1>${escaped(masked(session.id))}</h1><p>${outline.messages} messages, ${outline.requests.total.length} requests, ${epochs.length} epochs. ${outline.last.tokens} tokens in view now. Secrets are masked.</p></header>
<main><h2>Tokens of every request</h2>${chart(outline)}
<h2>Epochs</h2>${epochs.map(epochPart).join('') || '<p>None: everything was sent as it came.</p>'}
<h2>What the model sees now</h2>${now ? viewPart(now) : ''}
<h2>Everything that was said</h2>${messages.join('')}</main></body></html>
`
}

function masked(text: string): string {
  return withoutSecrets(text) as string
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function epochPart(epoch: EpochView): string {
  const edits = epoch.batches
    .flatMap((batch) => batch.edits)
    .map(
      (edit) =>
        `<tr><td>${escaped(edit.by)}</td><td>${edit.op} ${edit.target}</td><td>${edit.before} → ${edit.after}</td><td>${escaped(masked(edit.what))}</td></tr>`,
    )
  return `<details><summary>Epoch ${epoch.number}: ${epoch.before} → ${epoch.after} tokens${epoch.isUndone ? ', undone' : ''}. ${escaped(masked(epoch.why))}</summary><pre>${escaped(masked(epoch.loss.text))}</pre><table>${edits.join('')}</table></details>`
}

function viewPart(view: RequestView): string {
  const rows = view.blocks.map(
    (block) =>
      `<tr><td>${block.id}</td><td>${block.role}</td><td>${escaped(block.label)}</td><td>${block.tokens}</td><td>${block.shown}</td><td>${escaped(masked(block.preview))}</td></tr>`,
  )
  return `<table>${rows.join('')}</table>`
}

const COLOURS = ['#6b7280', '#9ca3af', '#2f6fd6', '#7aa7ea', '#c3cede', '#b45309']

function chart({ requests, window }: Outline): string {
  const count = requests.total.length
  if (count === 0) return '<p>No request yet.</p>'
  const most = Math.max(1, ...requests.total)
  const x = (index: number) => ((index / Math.max(1, count - 1)) * 1_000).toFixed(1)
  const y = (tokens: number) => (240 - (tokens / most) * 230).toFixed(1)
  const below = Array.from({ length: count }, () => 0)
  const areas = PARTS.map((part, index) => {
    const from = below.map((tokens, at) => `${x(at)},${y(tokens)}`)
    for (const [at, tokens] of requests.parts[part].entries()) below[at] = (below[at] ?? 0) + tokens
    const to = below.map((tokens, at) => `${x(at)},${y(tokens)}`).toReversed()
    return `<polygon fill="${COLOURS[index]}" points="${[...from, ...to].join(' ')}"><title>${part}</title></polygon>`
  })
  const keys = PARTS.map((part, index) => `<span><i style="background:${COLOURS[index]}"></i>${part}</span>`)
  return `<svg viewBox="0 0 1000 240" role="img" aria-label="Tokens of ${count} requests, at most ${most} of ${window}">${areas.join('')}</svg><p class="keys">${keys.join(' ')} · at most ${most} tokens, window ${window}</p>`
}

const CSS = `:root{color-scheme:light dark}body{font:14px/1.5 system-ui,sans-serif;margin:0 auto;max-width:1100px;padding:1rem}h1{font-size:1.3rem;margin:0}h2{font-size:1rem;margin:1.6rem 0 .4rem}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:12px/1.5 ui-monospace,monospace;margin:.3rem 0 .8rem;unicode-bidi:plaintext}details{border-bottom:1px solid #8883;padding:.15rem 0}summary{cursor:pointer}summary span{opacity:.7;font-variant-numeric:tabular-nums}table{border-collapse:collapse;font-size:12px;width:100%}td{padding:.1rem .5rem .1rem 0;vertical-align:top;overflow-wrap:anywhere}svg{width:100%;height:240px}.keys span{margin-right:.8rem}.keys i{display:inline-block;width:.7em;height:.7em;margin-right:.3em}`
