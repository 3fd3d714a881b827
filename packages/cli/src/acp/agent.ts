import path from 'node:path'
import { agent, PROTOCOL_VERSION, RequestError, type AgentApp, type AgentContext } from '@agentclientprotocol/sdk'
import { reasonOf } from 'daypack'
import { withoutSecrets } from '../chat/chat.ts'
import { newSessionId, openChatWorkspace, type ChatWorkspace, type ChatWorkspaceOptions } from '../chat/workspace.ts'
import { commandsFor, isCommand, runCommand } from '../chat/slash/index.ts'
import { runTurn } from '../chat/turn.ts'
import type { Chat } from '../chat/types.ts'
import { textOfPrompt, updatesOf, editorUi, type EditorUi } from './show.ts'

/** Commands that stay inside their session: an editor has its own ways to begin and end one. */
const COMMANDS = ['compact', 'context', 'history', 'compact_str', 'undo', 'explain', 'cost', 'memory']

type Open = { readonly chat: Chat; readonly ui: EditorUi; running?: AbortController }

export function acpAgent(options: ChatWorkspaceOptions & { version: string }): {
  app: AgentApp
  close(): Promise<void>
} {
  const rooms = new Map<string, Promise<ChatWorkspace>>()
  const sessions = new Map<string, Open>()
  const app = agent({ name: 'daypack' })
    .onRequest('initialize', () => ({
      protocolVersion: PROTOCOL_VERSION,
      agentCapabilities: { loadSession: true, promptCapabilities: { embeddedContext: true } },
      agentInfo: { name: 'daypack', title: 'Daypack', version: options.version },
      authMethods: [],
    }))
    .onRequest('authenticate', () => ({}))
    .onRequest('session/new', async ({ params, client }) => {
      const sessionId = newSessionId(Date.now())
      await open(sessionId, params.cwd, client)
      return { sessionId }
    })
    .onRequest('session/load', async ({ params: { sessionId, cwd }, client }) => {
      const { pack } = await roomAt(cwd)
      const known = await pack.sessions()
      if (!known.includes(sessionId))
        throw RequestError.invalidParams({ sessionId }, `there is no session ${sessionId} in ${cwd}`)
      const { chat } = await open(sessionId, cwd, client)
      for (const update of updatesOf(chat.session.view)) await client.notify('session/update', { sessionId, update })
      return {}
    })
    .onRequest('session/prompt', async ({ params: { sessionId, prompt } }) => {
      const held = sessions.get(sessionId)
      if (!held) throw RequestError.invalidParams({ sessionId }, `session ${sessionId} is not open`)
      if (held.running) throw RequestError.invalidRequest({ sessionId }, 'a prompt is already being answered')
      return { stopReason: await answer(held, textOfPrompt(prompt)) }
    })
    .onNotification('session/cancel', ({ params }) => sessions.get(params.sessionId)?.running?.abort())
  return {
    app,
    async close() {
      for (const { running } of sessions.values()) running?.abort()
      for (const room of rooms.values()) await room.then((each) => each.close()).catch(() => {})
    },
  }

  function roomAt(cwd: string): Promise<ChatWorkspace> {
    if (!path.isAbsolute(cwd)) throw RequestError.invalidParams({ cwd }, 'cwd must be an absolute path')
    const known = rooms.get(cwd)
    if (known) return known
    const room = openChatWorkspace(cwd, options)
    rooms.set(cwd, room)
    room.catch(() => rooms.delete(cwd))
    return room.catch((error: unknown) => {
      throw RequestError.internalError(undefined, reasonOf(error))
    })
  }

  async function open(sessionId: string, cwd: string, client: AgentContext): Promise<Open> {
    const room = await roomAt(cwd)
    const ui = editorUi(client, sessionId)
    const { chat } = await room.enter(sessionId, ui)
    const held = { ui, chat }
    sessions.set(sessionId, held)
    const availableCommands = commandsFor(COMMANDS)
    // An editor takes in updates of a session only once it knows of it.
    setImmediate(() => {
      const update = { sessionUpdate: 'available_commands_update' as const, availableCommands }
      client.notify('session/update', { sessionId, update }).catch(() => {})
    })
    return held
  }
}

async function answer(held: Open, said: string): Promise<'end_turn' | 'cancelled'> {
  const { chat, ui } = held
  const running = new AbortController()
  held.running = running
  try {
    if (isCommand(said) && COMMANDS.some((name) => said.startsWith(`/${name}`))) {
      ui.isAnswer = true
      await runCommand(chat, said, running.signal)
    } else await runTurn(chat, said, running.signal)
    return running.signal.aborted ? 'cancelled' : 'end_turn'
  } catch (error) {
    if (running.signal.aborted) return 'cancelled'
    const why = reasonOf(error)
    throw RequestError.internalError(undefined, withoutSecrets(why, chat.model.secrets))
  } finally {
    ui.isAnswer = false
    delete held.running
    await ui.sent()
  }
}
