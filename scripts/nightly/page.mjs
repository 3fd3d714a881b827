/**
 * @typedef {{ id: string, what: string, figure: string, state: string, said?: string, share?: number, seconds?: number, command?: string, each?: string, commit?: string, stale?: number, note?: string, ran?: { commit: string, said: string, seconds: number }[] }} Result
 * @param {{ at: string, node: string, head: string, rows: Result[] }} report
 */
export function reportPage({ at, node, head, rows }) {
  const count = (/** @type {string} */ state) => rows.filter((row) => row.state === state).length
  const commits = [...new Set(rows.flatMap(({ commit }) => commit?.split(', ') ?? []))]
  return `# Test report

Made by \`npm run nightly\` on ${at.slice(0, 10)} with Node ${node}, on ${commits.length === 1 ? 'commit' : 'commits'} ${commits.join(', ')}: ${count('passed')} rows passed, ${count('failed')} failed, ${count('not run')} not run, ${count('not here')} cannot be run here, ${rows.filter((row) => row.stale !== undefined).length} are stale. HEAD was ${head}. A stale row ran more than 50 commits before it. What a row counted is compared with what it says: one that ran less is failed. A row with a share below 1 ran at that part of its nightly size; the last column says how long it would take whole at the same pace. The figures are what the command printed.

| id | what | passes with | share | result | commit | seconds | whole | in every .ci/run |
|---|---|---|---|---|---|---|---|---|
${rows.map((row) => `| ${row.id} | ${row.what} | ${row.figure} | ${row.share ?? ''} | ${row.state}${row.said ? `: ${cell(row.said)}` : ''} | ${row.commit ?? ''}${age(row)} | ${row.seconds ?? ''} | ${whole(row)} | ${row.each ?? ''} |`).join('\n')}

${notes(rows)}The command of a row: \`npm run nightly -- --only T-06\`, or its line in scripts/nightly/programme.mjs.
`
}

/** What a reader must know of a row beyond its figures: a file of nightly/ may hold a `note`. @param {Result[]} rows */
function notes(rows) {
  const lines = rows.flatMap(({ id, note }) => (note ? [`- ${id}: ${note}`] : []))
  return lines.length === 0 ? '' : `## Notes\n\n${lines.join('\n')}\n\n`
}

/** @param {Result} row */
function age({ stale }) {
  if (stale === undefined) return ''
  return Number.isFinite(stale) ? ` (stale: ${stale} commits ago)` : ' (stale: not in this history)'
}

/** @param {Result} row */
function whole({ seconds, share }) {
  if (seconds === undefined || share === undefined || share >= 1) return ''
  const minutes = seconds / share / 60
  return minutes < 100 ? `${Math.ceil(minutes)} min` : `${Math.ceil(minutes / 60)} h`
}

/** @param {string} text */
function cell(text) {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ').replaceAll('<', '&lt;')
}

/**
 * The rows of a page as it was written: a fresh checkout has no others.
 * @param {string} page @returns {Map<string, Result>}
 */
export function rowsOf(page) {
  const lines = page.split('\n')
  const told = (/** @type {string} */ start) => lines.find((line) => line.startsWith(start))?.slice(start.length)
  return new Map(
    lines.flatMap((line) => {
      const [, id = '', what = '', figure = '', share, result = '', commit = '', seconds] = line
        .split(/(?<!\\)\|/)
        .map((one) => one.trim().replaceAll('\\|', '|').replaceAll('&lt;', '<'))
      if (!/^T-\d+$/.test(id)) return []
      const [, state = '', said] = /^([^:]+)(?:: (.*))?$/.exec(result) ?? []
      const note = told(`- ${id}: `)
      /** @type {Result} */
      const row = {
        id,
        what,
        figure,
        state,
        commit: commit.replace(/ \(stale: .*\)$/, ''),
        ...(said && { said }),
        ...(share && { share: Number(share) }),
        ...(seconds && { seconds: Number(seconds) }),
        ...(note && { note }),
      }
      return [[id, row]]
    }),
  )
}
