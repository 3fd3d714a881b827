// How much of each row a run with a time limit tries: one share for all that are left, by what they took before.

/** What a row is taken to need, whole, that no report knows. */
const UNKNOWN_SECONDS = 600
const LEAST_SHARE = 0.01

/**
 * The seconds of whole rows, as the last report has them.
 * @param {string} page @returns {Map<string, number>}
 */
export function knownSeconds(page) {
  const cells = page.split('\n').map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
  const [head = []] = cells.filter((row) => row[1] === 'id')
  const at = (/** @type {string[]} */ row, /** @type {string} */ name) => Number(row[head.indexOf(name)] || Number.NaN)
  return new Map(
    cells.flatMap((row) => {
      const whole = at(row, 'seconds') / at(row, 'share')
      return /^T-\d+$/.test(row[1] ?? '') && Number.isFinite(whole) ? [[row[1] ?? '', whole]] : []
    }),
  )
}

/**
 * The share at which these rows end in the seconds that are left. A row in parts runs one of them at least, one that has no
 * smaller form runs whole.
 * @param {readonly import('./programme.mjs').Row[]} rows @param {number} seconds @param {ReadonlyMap<string, number>} known
 */
export function shareIn(rows, seconds, known) {
  let [low, high] = [0, 1]
  for (let step = 0; step < 30; step++) {
    const share = (low + high) / 2
    if (expected(rows, share, known) <= seconds) low = share
    else high = share
  }
  return high > 0.999 ? 1 : Math.max(LEAST_SHARE, low)
}

/** @param {readonly import('./programme.mjs').Row[]} rows @param {number} share @param {ReadonlyMap<string, number>} known */
export function expected(rows, share, known) {
  return rows.reduce((sum, row) => sum + (known.get(row.id) ?? UNKNOWN_SECONDS) * runs(row, share), 0)
}

/** What of a row runs at a share. @param {import('./programme.mjs').Row} row @param {number} share */
export function runs(row, share) {
  if (row.whole) return 1
  return row.parts ? Math.max(1, Math.round(row.parts * share)) / row.parts : Math.max(LEAST_SHARE, share)
}
