import { spawnSync } from 'node:child_process'
import { brotliDecompressSync } from 'node:zlib'

/** Data that no test reads lies in the history of the repository; the newest of these commits that has a file counts. */
const COMMITS = ['2fe4b436c266c95839cd1a58cc87b98c314b5dcb', '0951f266e79cb8cd858e61a0e40bfe40264ed70f']

/** A packed text of the bench by its path in there. A clone without history has to fetch these commits. */
export function fromHistory(file: string): string {
  for (const commit of COMMITS) {
    const blob = `${commit}:bench/${file}.br`
    const { status, stdout } = spawnSync('git', ['cat-file', 'blob', blob], {
      cwd: import.meta.dirname,
      maxBuffer: 1e8,
    })
    if (status === 0) return brotliDecompressSync(stdout).toString('utf8')
  }
  throw new Error(`${file} is in none of the commits ${COMMITS.join(', ')}: git fetch --unshallow brings them.`)
}
