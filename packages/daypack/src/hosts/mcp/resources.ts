import { ResourceTemplate, type McpServer } from '@modelcontextprotocol/server'
import type { Daypack } from '../../daypack.ts'
import { DaypackError } from '../../model/errors.ts'
import { notePath } from '../../memory/notes/path.ts'
import { shownText } from '../support/shown.ts'
import { sessionOf, type DefaultSession } from './sessions.ts'

const MARKDOWN = 'text/markdown'

/** Notes as the files they are, sessions as their model sees them now. */
export function addResources(server: McpServer, pack: Daypack, usual: DefaultSession): void {
  const { notes } = pack.driver
  if (notes) {
    const list = async () => {
      const paths = [...(await notes.list('MEMORY.md')), ...(await notes.list('memory/'))].filter((path) =>
        /\.(?:md|markdown)$/i.test(path),
      )
      return { resources: paths.map((path) => ({ uri: noteUri(path), name: path, mimeType: MARKDOWN })) }
    }
    const about = { title: 'Notes', description: 'Long-term notes: MEMORY.md and memory/*.md.', mimeType: MARKDOWN }
    server.registerResource('note', new ResourceTemplate('daypack://notes/{+path}', { list }), about, async (uri) => {
      const path = notePath(decodeURIComponent(uri.pathname.replace(/^\//, '')))
      const found = await notes.read(path)
      if (!found) throw new DaypackError('not-found', `There is no note ${path}.`)
      return { contents: [{ uri: uri.href, mimeType: MARKDOWN, text: found.text }] }
    })
  }
  const sessions = async () => ({
    resources: (await pack.sessions()).map((id) => ({ uri: sessionUri(id), name: id, mimeType: MARKDOWN })),
  })
  server.registerResource(
    'session',
    new ResourceTemplate('daypack://sessions/{id}', {
      list: sessions,
      complete: { id: async (begun) => (await pack.sessions()).filter((id) => id.startsWith(begun)).slice(-100) },
    }),
    { title: 'Sessions', description: 'A conversation as its model is shown it now.', mimeType: MARKDOWN },
    async (uri, { id }) => {
      const session = await sessionOf(pack, decodeURIComponent(String(id)), usual)
      return { contents: [{ uri: uri.href, mimeType: MARKDOWN, text: await shownText(pack, session) }] }
    },
  )
}

function noteUri(path: string): string {
  return `daypack://notes/${path.split('/').map(encodeURIComponent).join('/')}`
}

function sessionUri(id: string): string {
  return `daypack://sessions/${encodeURIComponent(id)}`
}
