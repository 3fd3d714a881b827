import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

/** PostgreSQL with pgvector inside this process, behind a socket so that `pg` itself is what speaks to it. */
export async function startPglite(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const db = await PGlite.create({ extensions: { vector } })
  const server = new PGLiteSocketServer({ db, port: 0, host: '127.0.0.1', maxConnections: 50 })
  await server.start()
  const url = `postgres://postgres@${server.getServerConn()}/postgres`
  return {
    url,
    async stop() {
      await server.stop()
      await db.close()
    },
  }
}
