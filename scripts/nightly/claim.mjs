// Does a row hold what it says? "Passed" is an exit code; what it counted is compared with the number in its figure.

/** Behind the commit of a row that ran with changes nobody had committed. */
export const CHANGED = ' with changes'

/** A row not run for this many commits says nothing about the current code. */
export const STALE_COMMITS = 50

/**
 * What is missing to the number a row claims, at the share it ran; undefined when nothing is.
 * @param {{ of: number, word: string } | undefined} least @param {string} said @param {number} share
 */
export function shortfall(least, said, share) {
  if (!least) return undefined
  const found = new RegExp(`\\b${least.word}: (\\d+)|(\\d+) ${least.word}\\b`).exec(
    said.replaceAll(/(?<=\d),(?=\d{3})/g, ''),
  )
  // A smaller share asks less of each test, of no test nothing.
  const wanted = least.word === 'tests' ? least.of : Math.floor(least.of * Math.min(1, share))
  if (!found) return `it did not say how many ${least.word} it tried, of ${wanted}`
  const count = Number(found[1] ?? found[2])
  return count < wanted ? `it tried ${count} ${least.word} of ${wanted}` : undefined
}

/**
 * How many commits ago the oldest part of a row ran; Infinity when its commit is not known here.
 * @param {string | undefined} commits @param {(commit: string) => number | undefined} since
 */
export function age(commits, since) {
  return Math.max(...(commits ?? '').split(', ').map((commit) => since(commit.replace(CHANGED, '')) ?? Infinity))
}

/** What of a row every run of .ci/run tries. @param {import('./programme.mjs').Row | undefined} row */
export function inEveryRun(row) {
  if (row?.each) return row.each.share === 0 ? row.each.by : `${row.each.share} by ${row.each.by}`
  return row?.tests ? `the same tests, ${Math.min(1, 200 / (row.runs ?? 1_000))} of the runs of a property` : ''
}
