// A program with the middleware for the AI SDK runs once a day, for a moment. Nobody in it calls for notes to be written, merged or
// read: what its user said on Monday is in the first request of Tuesday all the same.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { startProvider } from 'daypack-testing'
import { expect, test } from 'vitest'
import { project } from '../../packages/cli/test/run.ts'
import { filesWith } from './days.ts'

const HOST = fileURLToPath(new URL('./a-host-remembers.host.ts', import.meta.url))

test('G-02, G-03: told on Monday, used on Tuesday, changed on Wednesday, forgotten on Friday', async () => {
  const at = project()
  const server = await startProvider({ script: () => ({ text: 'All right.' }) })
  /** One day of the host: what its first request said. */
  const dayOf = async (date: string, ...said: readonly string[]): Promise<string> => {
    const from = server.requests.length
    const args = [...process.execArgv, HOST, at.dir, `${server.url}/v1`, date, ...said]
    const child = spawn(process.execPath, args, { env: { ...at.env, TZ: 'UTC' }, stdio: 'inherit' })
    expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(0)
    return server.requests[from]?.text ?? ''
  }
  try {
    await dayOf(
      '2026-11-16',
      'I always use yarn in my projects. My locker code at the gym is tango 4711.',
      'My daughter is called Runa. What should I cook tonight?',
    )
    const tuesday = await dayOf('2026-11-17', 'Add a GET route for the invoices.')
    for (const words of ['I always use yarn in my projects.', 'tango 4711', 'My daughter is called Runa.'])
      expect(tuesday).toContain(words)

    await dayOf('2026-11-18', 'From now on I use pnpm instead of yarn.')
    const thursday = await dayOf('2026-11-19', 'Add a POST route for the invoices.')
    expect(thursday).toMatch(/always use yarn.*pnpm instead of yarn\. \(2026-11-18\)/)

    await dayOf('2026-11-20', 'Forget my locker code.', 'yes')
    expect(await dayOf('2026-11-21', 'Add a DELETE route.')).not.toContain('tango')
    expect(filesWith(at, 'tango')).toEqual([])
  } finally {
    await server.close()
    at.remove()
  }
})
