import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { openCodeSessions } from './opencode.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** `file`: where it is; OpenCode keeps all of its sessions in one database, and the session follows behind `#`. */
export type FoundSession = {
  readonly agent: string
  readonly file: string
  readonly bytes: number
  readonly modified: number
}

type Place = {
  readonly agent: string
  readonly root: string
  readonly isSession: (file: string) => boolean
}

/** Where the agents we can read keep their sessions on this machine. */
function placesOf(env: Environment, home: string): Place[] {
  const data = env['XDG_DATA_HOME'] || path.join(home, '.local', 'share')
  const below = (...names: string[]) => path.join(home, ...names)
  return [
    {
      agent: 'Claude Code',
      root: path.join(env['CLAUDE_CONFIG_DIR'] || below('.claude'), 'projects'),
      isSession: (file) => file.endsWith('.jsonl'),
    },
    {
      agent: 'Codex',
      root: path.join(env['CODEX_HOME'] || below('.codex'), 'sessions'),
      isSession: (file) => /rollout-[^/\\]*\.jsonl$/.test(file),
    },
    {
      agent: 'Copilot CLI',
      root: below('.copilot', 'session-state'),
      isSession: (file) => file.endsWith('.jsonl'),
    },
    { agent: 'pi', root: below('.pi', 'agent', 'sessions'), isSession: (file) => file.endsWith('.jsonl') },
    {
      agent: 'OpenCode',
      root: path.join(data, 'opencode', 'storage', 'session'),
      isSession: (file) => /ses_[^/\\]*\.json$/.test(file),
    },
    {
      agent: 'Gemini CLI',
      root: below('.gemini', 'tmp'),
      isSession: (file) => /[/\\]chats[/\\]session-[^/\\]*\.jsonl?$/.test(file),
    },
    {
      agent: 'Qwen Code',
      root: below('.qwen', 'projects'),
      isSession: (file) => /[/\\]chats[/\\][^/\\]*\.jsonl$/.test(file),
    },
  ]
}

/** The sessions of all agents on this machine. */
export function findSessions(env: Environment, home: string): FoundSession[] {
  const all = placesOf(env, home).flatMap(({ agent, root, isSession }) => sessionsBelow(root, agent, isSession))
  const data = env['XDG_DATA_HOME'] || path.join(home, '.local', 'share')
  return newest([...all, ...openCodeSessions(path.join(data, 'opencode', 'opencode.db'))])
}

const READABLE = /\.(?:jsonl?|md|txt|traj|sse)(?:\.gz)?$/

/** The files of a folder that may hold a session, the newest first. */
export function sessionsIn(folder: string): FoundSession[] {
  return newest(sessionsBelow(folder, '', (file) => READABLE.test(file)))
}

function newest(found: readonly FoundSession[]): FoundSession[] {
  return found.toSorted((a, b) => b.modified - a.modified)
}

const DEEPEST = 6

function sessionsBelow(folder: string, agent: string, isSession: (file: string) => boolean, depth = 0): FoundSession[] {
  const entries = entriesOf(folder)
  if (depth > DEEPEST || isWorkspace(entries)) return []
  return entries.flatMap((entry): FoundSession[] => {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory())
      return entry.name === 'node_modules' ? [] : sessionsBelow(file, agent, isSession, depth + 1)
    if (!entry.isFile() || !isSession(file)) return []
    const stats = statSync(file, { throwIfNoEntry: false })
    return stats && stats.size > 0 ? [{ agent, file, bytes: stats.size, modified: stats.mtimeMs }] : []
  })
}

/** A workspace of Daypack: its logs and day files are no recordings, and newer than all that are. */
function isWorkspace(entries: ReturnType<typeof entriesOf>): boolean {
  const names = new Set(entries.map(({ name }) => name))
  return names.has('log') && (names.has('dialog') || names.has('tool_result'))
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}
