import { execFile, execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { proxyAddress } from './load/proxy-address.ts'
import { project, started } from './run.ts'

const EXAMPLE = fileURLToPath(new URL('../../../examples/memory_http.py', import.meta.url))

test.skipIf(!hasPython())(
  'the example in Python: a line is told, changed, read with its history, and ended',
  async () => {
    const at = project()
    const proxy = started(at, ['proxy', '--port', '0', '--token', 'secret'])
    const url = new URL(await proxyAddress(proxy.child)).origin
    const ran = await promisify(execFile)('python3', [EXAMPLE, url, 'secret'])
    expect(ran.stdout.trim().split(/\r?\n/)).toEqual([
      'The release is on 16 March.',
      'The release is on 9 March.',
      '0 lines left',
    ])
    await expect(promisify(execFile)('python3', [EXAMPLE, url, 'wrong'])).rejects.toThrow('403')
    proxy.child.kill('SIGTERM')
    await proxy.ended
    at.remove()
  },
)

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
