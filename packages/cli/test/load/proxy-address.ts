import type { ChildProcess } from 'node:child_process'

/** Where a proxy listens, as soon as it says so. */
export function proxyAddress(proxy: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    proxy.stderr?.on('data', (data: Buffer) => {
      said += data.toString()
      const url = /listening on (http:\S+);/.exec(said)?.[1]
      if (url !== undefined) resolve(url)
    })
    proxy.once('close', () => reject(new Error(said)))
  })
}
