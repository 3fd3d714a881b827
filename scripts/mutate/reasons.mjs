/**
 * Why a change may stay unnoticed, by file and what it changes.
 * @type {Readonly<Record<string, string>>}
 */
export const REASONS = {
  'drivers/files/record.ts: line[to] !== CLOSE || to - from > allowance':
    'Only saves hashing: the hash that follows refuses the same lines.',
  'drivers/files/record.ts: 0':
    'Counts one byte as hashed that was not: only a hostile line is given up a byte sooner.',
  'drivers/files/versions.ts: 1': 'Never equal: two versions of one path have different numbers.',
  'drivers/shared/recent.ts: kept.size <= size': 'Keeps more in memory; what is answered is the same.',
  'drivers/sqlite/index-store.ts: seen !== dataVersion': 'Reads anew what has not changed; slower, the same answer.',
  'memory/trust/hints.ts: lower.length < SMALL': 'Both ways give the same answer; one is quicker for large texts.',
  'memory/trust/match.ts: words.length === 0':
    'Without words the pattern would be two spaces, which such a text never contains, so the answer is the same.',
  'passes/crop.ts: 3': 'Reads more of the result than the cut needs; the cut is the same.',
  "view/project.ts: edit.op === 'revert'": 'Other edits have no seq, and reverting what is not there does nothing.',
}
