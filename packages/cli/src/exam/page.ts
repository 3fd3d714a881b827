import type { ExamResult } from '../commands/exam.ts'
import { count } from '../show/words.ts'

export function examPage({ model, points, questions, window, rows, dollars }: ExamResult): string {
  const asked = [...new Set(rows.flatMap((row) => Object.keys(row.about)))]
  const cells = rows.map(
    ({ way, all, tokens, about }) =>
      `<tr><th>${way}</th><td><meter max="100" value="${all.toFixed(0)}"></meter> <b>${all.toFixed(0)} %</b></td><td>${tokens.toLocaleString('en')}</td>${asked.map((each) => `<td>${about[each]?.toFixed(0) ?? ''}</td>`).join('')}</tr>`,
  )
  const cost = dollars === undefined ? '' : ` It cost $${dollars.toFixed(2)}.`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width"><title>How much does your agent forget?</title><style>${CSS}</style></head><body>
<h1>How much does your agent forget?</h1>
<p>Where an agent had compacted its own conversation, <b>${escaped(model)}</b> wrote ${count(questions, 'question')} at ${count(points, 'such point')}, answered them from three texts each, and graded the answers without knowing whose they were.</p>
<table><tr><th></th><th>still known</th><th>tokens</th>${asked.map((each) => `<th>${each}</th>`).join('')}</tr>${cells.join('')}</table>
<p>Daypack's hand-over in a window of ${window.toLocaleString('en')} tokens, written without a model.${cost} One model in three roles, few questions: a hint, not a benchmark.</p>
</body></html>
`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const CSS = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}h1{font-size:1.5rem}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}th,td{padding:.35rem .6rem;text-align:right;border-bottom:1px solid #8884}th:first-child{text-align:left}meter{width:6rem}td b{display:inline-block;min-width:3.2em}`
