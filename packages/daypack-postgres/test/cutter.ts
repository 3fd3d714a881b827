import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to a server that can be cut, or stall without a word, and be mended again. */
export async function cutter(url: string) {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let isCut = false
  let isStalled = false
  const server = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(Number(target.port), target.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    if (!isStalled) near.pipe(far).pipe(near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const way = new URL(url)
  way.port = String((server.address() as AddressInfo).port)
  return {
    url: way.href,
    cut() {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    stall() {
      isStalled = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    mend() {
      isCut = false
      isStalled = false
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
