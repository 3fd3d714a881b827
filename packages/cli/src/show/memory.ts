import type { Answer, MemoryStatus } from 'daypack/memory'
import { safe } from '../chat/show.ts'

export function hitLines({ hits, status }: Answer): string[] {
  return [
    ...hits.flatMap((hit) => [
      `${hit.citation}  ${hit.score.toFixed(2)}${hit.date === undefined ? '' : `  ${hit.date}`}`,
      ...safe(hit.text)
        .split('\n')
        .map((line) => `    ${line}`),
    ]),
    ...(hits.length === 0 ? ['Nothing found.'] : []),
    ...(status.reason === '' ? [] : [status.reason]),
  ]
}

export function statusLines(status: MemoryStatus): string[] {
  const { index } = status
  return [
    `Index: ${index.store}, ${index.index.state}; ${Object.entries(index.scopes)
      .map(([scope, { files, units }]) => `${scope} ${files} files, ${units} pieces`)
      .join('; ')}`,
    `Vectors: ${index.vectors.state}${index.vectors.model === undefined ? '' : ` (${index.vectors.model}), ${index.vectors.covered} of ${index.vectors.of}`}`,
    `Watching: ${status.watching}; waiting: ${status.pendingIndexing} to index, ${status.pendingFlushes} to write`,
    ...(status.nextConsolidation === undefined
      ? []
      : [`Next consolidation: ${new Date(status.nextConsolidation).toISOString()}`]),
    ...status.failures.map((failure) => `Failed: ${failure}`),
  ]
}
