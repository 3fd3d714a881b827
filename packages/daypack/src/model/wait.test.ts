import { expect, test } from 'vitest'
import { askModel, readText, waitFor } from './wait.ts'

const never = new Promise<never>(() => {})

test('G-84: work that never ends is given up at its time or its signal, whoever looks at it', async () => {
  await expect(waitFor(never, { ms: 5 })).rejects.toThrow('No answer came within 5 ms')
  await expect(waitFor(never, { signal: AbortSignal.timeout(5) })).rejects.toThrow('timeout')
  await expect(waitFor(never, { signal: AbortSignal.abort(new Error('closed')) })).rejects.toThrow('closed')
  expect(await waitFor(Promise.resolve(1), { ms: 5 })).toBe(1)
})

test('G-84: what fails after it was given up is heard by nobody', async () => {
  const failing = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('late')), 20))
  await expect(waitFor(failing, { ms: 1 })).rejects.toThrow('No answer')
  await new Promise((resolve) => setTimeout(resolve, 30))
})

test('G-84: a model answers with text, and not without end', async () => {
  const ask = { system: '', prompt: '', maxTokens: 1 }
  expect(await askModel(async () => 'x'.repeat(3_000_000), ask)).toHaveLength(1_000_000)
  expect(await askModel(async () => ({}) as never, ask)).toBe('')
  await expect(askModel(() => never, { ...ask, signal: AbortSignal.timeout(5) })).rejects.toThrow('timeout')
})

test('G-85: an answer without an end is broken off', async () => {
  const piece = new Uint8Array(65_536)
  const endless = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(piece) })
  await expect(readText(new Response(endless), 1_000_000)).rejects.toThrow('more than 1000000 bytes')
  expect(await readText(new Response('hé'))).toBe('hé')
})
