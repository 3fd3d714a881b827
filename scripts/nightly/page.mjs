/**
 * @typedef {{ id: string, what: string, figure: string, state: string, said?: string, share?: number, seconds?: number, command?: string }} Result
 * @param {{ at: string, node: string, rows: Result[] }} report
 */
export function reportPage({ at, node, rows }) {
  const count = (/** @type {string} */ state) => rows.filter((row) => row.state === state).length
  return `# Test report

Made by \`npm run nightly\` on ${at.slice(0, 10)} with Node ${node}: ${count('passed')} rows passed, ${count('failed')} failed, ${count('not run')} not run, ${count('not here')} cannot be run here. Rows ran at the share of their nightly size that stands beside them; the figures are what the command printed.

| id | what | passes with | share | result | seconds |
|---|---|---|---|---|---|
${rows.map((row) => `| ${row.id} | ${row.what} | ${row.figure} | ${row.share ?? ''} | ${row.state}${row.said ? `: ${cell(row.said)}` : ''} | ${row.seconds ?? ''} |`).join('\n')}

## Commands

${rows
  .filter((row) => row.command)
  .map((row) => `- ${row.id}: \`${row.command}\``)
  .join('\n')}
`
}

/** @param {string} text */
function cell(text) {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ').replaceAll('<', '&lt;')
}
