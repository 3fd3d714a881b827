import { answer, request } from '../../../daypack-testing/src/desk.ts'

// CoPaw V2 (000), CoPaw memory and compaction (002, 004): contexts, truncation, thresholds, summaries.

export const page = Array.from({ length: 3_000 }, (_, at) => `<p>${'x'.repeat(at % 15 < 4 ? 65 : 64)}`).join('\n')

export async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const each of list) found.push(each)
  return found
}

export const long = (count: number) =>
  Array.from({ length: count }, (_, at) => [
    request(`question ${at} ${'word '.repeat(200)}`),
    answer(`answer ${at} ${'word '.repeat(200)}`),
  ]).flat()
