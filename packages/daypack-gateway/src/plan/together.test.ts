import { expect, test } from 'vitest'
import { gateway, pack, provider, start } from '../../test/each.ts'
import { ask, clientsOf, loggedIn, user } from '../../test/support.ts'

const { claude } = clientsOf(() => gateway)
const LONG = 'What does it say? '.repeat(1_500)
const NAMES = Array.from({ length: 12 }, (_, n) => `s${n}`)

/** Two turns of conversations that began elsewhere, all at once or one after the other: what is sent, and what the logs say. */
async function played(isAtOnce: boolean) {
  await start(Array.from({ length: 60 }, () => ({ text: 'It ends here.' })))
  for (let turn = 0; turn < 2; turn++) {
    const asks = NAMES.map((name) => async () => {
      const start = [user(`${name}: ${LONG}`), { role: 'assistant' as const, content: 'Yes.' }, user('And then?')]
      const more = [{ role: 'assistant' as const, content: 'It ends here.' }, user('Really?')]
      await claude({ 'x-daypack-session': name }).messages.create(ask(...start, ...(turn === 1 ? more : [])))
    })
    if (isAtOnce) await Promise.all(asks.map((one) => one()))
    else for (const one of asks) await one()
  }
  await gateway.status()
  const sent = provider.requests.map(({ body }) => JSON.stringify(body)).toSorted()
  return { sent, logs: await loggedIn(pack) }
}

test('many at once are sent and logged as one after the other', async () => {
  const all = await played(true)
  expect(all.sent).toHaveLength(2 * NAMES.length)
  expect(all).toEqual(await played(false))
})
