// Commands in the folder of somebody who comes from CoPaw or QwenPaw.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { daypack, project, type Project } from '../run.ts'

let at: Project
beforeEach(() => {
  at = project()
})
afterEach(() => at.remove())

const COPAW = { DAYPACK_PRESET: 'copaw' }

test('G-64: `daypack memory` finds the notes of a CoPaw folder that has no workspace yet', async () => {
  at.file('Memory.md', '- The staging port is 8443.\n')
  const { out } = await daypack(at, ['memory', 'search', 'staging port'], '', COPAW)
  expect(out).toContain('8443')
})

test('G-64: an embedding endpoint that does not answer is named by status and doctor', async () => {
  at.file('MEMORY.md', '- The staging port is 8443.\n')
  const env = {
    ...COPAW,
    EMBEDDING_BASE_URL: 'http://127.0.0.1:9/v1',
    EMBEDDING_MODEL_NAME: 'e',
    EMBEDDING_API_KEY: 'k',
  }
  const status = await daypack(at, ['memory', 'status'], '', env)
  expect(status.out).toContain('The embedding endpoint does not answer')
  const doctor = await daypack(at, ['doctor'], '', env)
  expect(doctor.out).toMatch(/✗ vectors: The embedding endpoint/)
  expect([status.code, doctor.code]).toEqual([1, 1])
})

test('G-64: `daypack init --from` names every field of an agent.json that a project may not set', async () => {
  const embedding = {
    base_url: 'http://x/v1',
    model_name: 'e',
    enable_cache: false,
    max_cache_size: 7,
    max_input_length: 99,
    max_batch_size: 25,
  }
  at.file('agent.json', JSON.stringify({ agents: { running: { embedding_config: embedding, language: 'zh' } } }))
  const { out } = await daypack(at, ['init', '--from', 'agent.json'])
  for (const words of ['CACHE_ENABLED=false', 'MAX_CACHE_SIZE=7', 'MAX_INPUT_LENGTH=99', 'MAX_BATCH_SIZE=25'])
    expect(out).toContain(words)
})

test('G-69: the advice for a wrong ratio is one that is taken', async () => {
  const { err, out } = await daypack(at, ['doctor'], '', { COPAW_MEMORY_COMPACT_RATIO: 'much' })
  const advice = /COPAW_MEMORY_COMPACT_RATIO=(\d+(?:\.\d+)?)/.exec(err + out)?.[1] ?? ''
  const again = await daypack(at, ['doctor'], '', { COPAW_MEMORY_COMPACT_RATIO: advice })
  expect(again.out).toContain('preset copaw')
})

test('G-63: `daypack compact --instruction` keeps what the instruction names, or says that it cannot', async () => {
  const talk = [
    'We decided on JWT because it is stateless.',
    ...Array.from({ length: 6 }, (_, n) => `Tell me about topic ${n} at some length, please, with all its details.`),
  ]
  await daypack(at, ['chat', '--model', 'scripted', '--preset', 'qwenpaw'], `${talk.join('\n')}\n`)
  const [{ id }] = JSON.parse((await daypack(at, ['sessions', '--json'])).out) as [{ id: string }]
  const env = { DAYPACK_PRESET: 'qwenpaw' }
  const kept = await daypack(at, ['compact', id, '--instruction', 'keep requirements and decisions only'], '', env)
  expect(kept.out).toContain('We decided on JWT')
  await daypack(at, ['undo', id], '', env)
  const lost = await daypack(at, ['compact', id, '--instruction', 'zebras'], '', env)
  expect(lost.out).toContain('The instruction needs a model')
})
