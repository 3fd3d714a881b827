import { describe, expect, it } from 'vitest'
import { isStored } from '../../daypack/src/model/message.ts'
import type { Crop } from '../../daypack/src/model/edit.ts'
import type { Pass, Proposal } from '../../daypack/src/passes/pass.ts'
import { allResults } from '../../daypack/src/passes/results.ts'
import type { View } from '../../daypack/src/view/view.ts'
import { keepsLaws } from './pass-suite.ts'

/** A pass that cuts every result in its own way. */
function cutting(
  cut: (result: ReturnType<typeof allResults>[number], view: View) => Pick<Crop, 'keep' | 'note'>,
): () => Pass {
  return () => ({
    name: 'bad',
    propose: (view): Proposal => ({
      why: 'to see whether it is noticed',
      edits: allResults(view)
        .filter(({ shown }) => shown.size.bytes > 200)
        .map((result) => ({ op: 'crop', block: result.shown.id, ...cut(result, view) })),
    }),
  })
}

type Found = ReturnType<typeof allResults>[number]
/** Without what a result costs beside its text. */
const bytes = ({ shown }: Found): number => shown.size.bytes - 96
const ref = ({ block }: Found): { ref?: string } => (isStored(block.content) ? { ref: block.content.ref } : {})

describe('passSuite notices a pass that', () => {
  it.each<[string, () => Pass, string]>([
    ['throws', () => ({ name: 'bad', propose: () => Promise.reject(new Error('no')) }), 'must not throw'],
    [
      'cuts inside characters',
      cutting((result) => ({ keep: [{ from: 0, to: 106 }], note: { text: '', ...ref(result) } })),
      'half',
    ],
    ['points at nothing', cutting(() => ({ keep: [], note: { text: 'gone', ref: '0'.repeat(64) } })), 'recall'],
    [
      'never settles',
      cutting((result) => ({ keep: [], note: { text: 'x'.repeat(Math.max(1, bytes(result) / 2)), ...ref(result) } })),
      'settle',
    ],
  ])('%s', async (_, make, law) => {
    const error: unknown = await keepsLaws(make, { numRuns: 500, endOnFailure: true }).catch(
      (thrown: unknown) => thrown,
    )
    expect(`${String(error)} ${String((error as Error).cause)}`).toContain(law)
  })
})
