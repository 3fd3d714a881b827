import { DaypackError } from 'daypack'
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import path from 'node:path'
import { chromaClient } from '../src/client.ts'

export type ChromaServer = { readonly url: string; stop(): Promise<void> }
export type ChromaServerOptions = {
  readonly dir: string
  /** A file in the project that has the package `chromadb`; default: the working folder. */
  readonly from?: string
}

const START_MS = 20_000

/** Run by the child: the server in a thread (which `exit` would wait for), and an end when our pipe closes, however we died. */
const CHILD = `
const { Worker } = require('node:worker_threads')
const end = () => {
  process.kill(process.pid, 'SIGTERM')
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 500)
}
process.stdin.on('end', end).on('error', end).resume()
new Worker("require(process.argv[2]).cli(['chroma', 'run', ...process.argv.slice(3)])", { eval: true, argv: process.argv.slice(1) })
  .on('error', (error) => { console.error(error.message); process.exit(1) })
  .on('exit', (code) => process.exit(code))
`

export async function startChroma({ dir, from }: ChromaServerOptions): Promise<ChromaServer> {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const note = path.join(dir, 'daypack-server.json')
  const running = await runningAt(note)
  if (running !== undefined) return { url: running, stop: async () => {} }
  const binding = bindingFrom(from ?? path.join(process.cwd(), 'index.js'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(
    process.execPath,
    ['-e', CHILD, binding, '--path', dir, '--host', '127.0.0.1', '--port', String(port)],
    { stdio: ['pipe', 'ignore', 'pipe'], env: { ...process.env, ANONYMIZED_TELEMETRY: 'False' } },
  )
  child.unref()
  for (const pipe of [child.stdin, child.stderr]) (pipe as unknown as { unref?(): void }).unref?.()
  const stop = (): Promise<void> => stopChild(child, note)
  try {
    await untilAlive(child, url)
  } catch (error) {
    await stop()
    throw error
  }
  writeFileSync(note, JSON.stringify({ url, pid: child.pid }), { mode: 0o600 })
  return { url, stop }
}

async function runningAt(note: string): Promise<string | undefined> {
  try {
    const { url } = JSON.parse(readFileSync(note, 'utf8')) as { url: string }
    await chromaClient({ url }).alive()
    return url
  } catch {
    return undefined
  }
}

/** The server is a part of the package for each platform. */
function bindingFrom(file: string): string {
  const libc = process.platform === 'linux' ? '-gnu' : process.platform === 'win32' ? '-msvc' : ''
  const name = `chromadb-js-bindings-${process.platform}-${process.arch}${libc}`
  try {
    const own = createRequire(file)
    return createRequire(own.resolve('chromadb')).resolve(name)
  } catch (error) {
    throw new DaypackError(
      'missing-peer',
      `Chroma's server is not installed (${name}). Run: npm install chromadb, or give the URL of a running server.`,
      { cause: error },
    )
  }
}

async function untilAlive(child: ChildProcess, url: string): Promise<void> {
  const seen: { said: string; ended?: string } = { said: '' }
  child.stderr?.on('data', (chunk: Buffer) => (seen.said = `${seen.said}${chunk.toString()}`.slice(-500)))
  child.on('exit', (code, signal) => (seen.ended = `it ended with ${code ?? signal}`))
  child.on('error', (error) => (seen.ended = error.message))
  const client = chromaClient({ url })
  for (const until = Date.now() + START_MS; Date.now() < until && seen.ended === undefined;) {
    try {
      return await client.alive()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  throw new DaypackError('io', `Chroma's server did not start (${seen.ended ?? 'no answer'}): ${seen.said.trim()}`)
}

async function stopChild(child: ChildProcess, note: string): Promise<void> {
  rmSync(note, { force: true })
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  child.ref()
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.stdin?.end()
  const late = setTimeout(() => child.kill('SIGKILL'), 2_000)
  await gone
  clearTimeout(late)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
