import type { Driver } from '../../src/model/driver.ts'
import type { Millis } from '../../src/model/json.ts'

/** The log of a session in which the user has said one thing. */
export async function asked(
  driver: Required<Pick<Driver, 'log'>>,
  session: string,
  text: string,
  at: Millis,
): Promise<void> {
  const message = { role: 'user' as const, blocks: [{ type: 'text' as const, text }] }
  await driver.log.append(session, [{ seq: 1, at, kind: 'message', message, hash: '', sizes: [], counter: '' }], {
    expect: 0,
  })
}
