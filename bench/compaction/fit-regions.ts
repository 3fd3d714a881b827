// Fits the weights of files/regions.ts: what tells a region of a file that the agent will quote in an edit without
// having seen it again. Prints leave-one-session-out quality and the weights over all sessions of the training part.
import { createKnownFiles } from '../../packages/daypack/src/files/known.ts'
import { observeFiles } from '../../packages/daypack/src/files/model.ts'
import { regionFeatures } from '../../packages/daypack/src/files/regions.ts'
import { weighedRegions } from '../../packages/daypack/test/files-in-work.ts'
import type { Message } from '../../packages/daypack/src/model/message.ts'
import { identifiers } from '../../packages/daypack/src/handover/text/identifiers.ts'
import { namesIn } from '../../packages/daypack/src/handover/read/texts.ts'
import { texts } from '../../packages/daypack/src/handover/read/texts.ts'
import { data } from './data.ts'
import { partOf } from '../replay/parts.ts'
import { sessionsIn } from './sessions.ts'
import { editsIn } from './edits.ts'

const EVERY = 20
const AHEAD = 60
type Row = { session: string; features: number[]; quoted: number; chars: number }

const rows: Row[] = []
for (const folder of ['entire-cli']) {
  for (const session of sessionsIn(`${data}/trajectories/${folder}`).filter(
    (one) => partOf(folder, one.id) === 'train',
  )) {
    const model = createKnownFiles()
    for (const [at, message] of session.messages.entries()) {
      observeFiles(model, message, at)
      if (at < 40 || at % EVERY !== 0) continue
      const recent = new Set(
        session.messages.slice(at - 12, at + 1).flatMap((one) => namesIn(one).flatMap((said) => said.names)),
      )
      const quoted = quotedUnseen(session.messages.slice(at + 1, at + 1 + AHEAD))
      for (const region of weighedRegions(model, { now: at, recent, names: identifiers })) {
        const names = new Set(region.lines.flatMap((line) => identifiers(line.text)))
        const features = regionFeatures(region.file, region.from, region.lines, at, names, recent)
        const hits = region.lines.filter(
          (line) => line.text.trim().length >= 12 && quoted.get(region.file.path)?.has(line.text),
        ).length
        rows.push({ session: session.name, features, quoted: hits > 0 ? 1 : 0, chars: region.chars })
      }
    }
  }
}
console.log(`${rows.length} regions, ${rows.filter((row) => row.quoted).length} quoted later`)
const names = [...new Set(rows.map((row) => row.session))]
let [taken, all, chars] = [0, 0, 0]
for (const name of names) {
  const weights = fit(rows.filter((row) => row.session !== name))
  for (const row of rows.filter((one) => one.session === name)) {
    all += row.quoted
    if (chance(weights, row.features) / row.chars < 1.5 / 64_000) continue
    taken += row.quoted
    chars += row.chars
  }
}
console.log(`leave one session out, threshold 1.5 / 64k: ${((100 * taken) / all).toFixed(1)} % of the quoted regions`)
console.log(`with ${Math.round(chars / new Set(rows.map((row) => row.session)).size)} characters a session`)
console.log(fit(rows).map((weight) => Number(weight.toFixed(3))))

/** Lines quoted by the next edits that no message in between had shown again. */
function quotedUnseen(messages: readonly Message[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  const said = (message: Message) =>
    texts(message)
      .map(({ text }) => text)
      .join('\n')
  for (const { edit, seen } of editsIn(messages, said)) {
    for (const line of edit.changes.flatMap((change) => change.old.split('\n'))) {
      if (!seen.includes(line)) found.set(edit.path, (found.get(edit.path) ?? new Set()).add(line))
    }
  }
  return found
}

function chance(weights: readonly number[], features: readonly number[]): number {
  return 1 / (1 + Math.exp(-features.reduce((sum, feature, index) => sum + feature * (weights[index] ?? 0), 0)))
}

/** Logistic regression by Newton's method, slightly damped. */
function fit(samples: readonly Row[]): number[] {
  const size = samples[0]?.features.length ?? 0
  const weights = Array.from({ length: size }, () => 0)
  for (let round = 0; round < 12; round++) {
    const gradient = Array.from({ length: size }, () => 0)
    const hessian = Array.from({ length: size }, (_, row) =>
      Array.from({ length: size }, (_, column) => (row === column ? 1 : 0)),
    )
    for (const { features, quoted } of samples) {
      const p = chance(weights, features)
      for (let i = 0; i < size; i++) {
        gradient[i]! += (quoted - p) * features[i]!
        for (let j = 0; j < size; j++) hessian[i]![j]! += p * (1 - p) * features[i]! * features[j]!
      }
    }
    const step = solve(hessian, gradient)
    for (let i = 0; i < size; i++) weights[i]! += step[i]!
  }
  return weights
}

function solve(matrix: number[][], right: number[]): number[] {
  const rows = matrix.map((row, index) => [...row, right[index]!])
  const size = rows.length
  for (let pivot = 0; pivot < size; pivot++) {
    for (let other = 0; other < size; other++) {
      if (other === pivot) continue
      const factor = rows[other]![pivot]! / rows[pivot]![pivot]!
      for (let column = pivot; column <= size; column++) rows[other]![column]! -= factor * rows[pivot]![column]!
    }
  }
  return rows.map((row, index) => row[size]! / row[index]!)
}
