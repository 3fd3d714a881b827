import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { openclaw, pi, type Agent, type Place } from '../clients/agents.ts'

// Each agent with our plug-in and no proxy: the provider itself has the small window.

const EXAMPLES = fileURLToPath(new URL('../../../../examples/plugins/', import.meta.url))
const PACKAGES = fileURLToPath(new URL('../../../', import.meta.url))
const PLUGINS = fileURLToPath(new URL('../../src/plugins/index.ts', import.meta.url))

/** The example as it is to be pasted, with the window of the test. */
function example(name: string, options: string, from = 'daypack-cli/plugins'): string {
  const text = readFileSync(path.join(EXAMPLES, name), 'utf8')
  const made = text.replace("'daypack-cli/plugins'", `'${from}'`).replace(/\(\{.*\}\)/, `(${options})`)
  if (!made.includes(`'${from}'`) || !made.includes(options))
    throw new Error(`the example ${name} has another form now`)
  return made
}

function put(folder: string, name: string, text: string): void {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function changed(folder: string, name: string, change: (value: Record<string, unknown>) => object): void {
  const file = path.join(folder, name)
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>)))
}

/**
 * As `npm install daypack-cli` leaves it: OpenClaw copies every package that a plug-in can reach before it loads it, and from
 * where we develop it reaches all the programs that we are tested with.
 */
function install(folder: string): void {
  const modules = path.join(folder, 'node_modules')
  for (const name of ['daypack', 'daypack-gateway', 'cli']) {
    const from = path.join(PACKAGES, name)
    const manifest = JSON.parse(readFileSync(path.join(from, 'package.json'), 'utf8')) as Manifest
    for (const part of ['package.json', 'dist'])
      cpSync(path.join(from, part), path.join(modules, manifest.name, part), { recursive: true })
    for (const needed of Object.keys(manifest.dependencies)) {
      const found = [from, path.join(PACKAGES, '..')]
        .map((place) => path.join(place, 'node_modules', needed))
        .find((place) => existsSync(place))
      if (needed.startsWith('daypack') || existsSync(path.join(modules, needed)) || found === undefined) continue
      mkdirSync(path.dirname(path.join(modules, needed)), { recursive: true })
      symlinkSync(found, path.join(modules, needed), 'dir')
    }
  }
}

type Manifest = { readonly name: string; readonly dependencies: Readonly<Record<string, string>> }

function plugged(agent: Agent, name: string, plug: (place: Place, options: string) => void): Agent {
  return {
    ...agent,
    name,
    setUp(place) {
      agent.setUp?.(place)
      const options = JSON.stringify({ dir: path.join(place.home, 'pack'), window: agent.window })
      plug(place, options)
    },
  }
}

const piPlug = ({ home }: Place, options: string) =>
  put(home, '.pi/agent/extensions/daypack.ts', example('pi.ts', options, PLUGINS))

const openclawPlug = ({ home }: Place, options: string) => {
  const folder = path.join(home, 'daypack-engine')
  install(folder)
  put(folder, 'index.js', example('openclaw/index.js', options))
  for (const name of ['openclaw.plugin.json', 'package.json'])
    put(folder, name, readFileSync(path.join(EXAMPLES, 'openclaw', name), 'utf8'))
  changed(home, '.openclaw/openclaw.json', (value) => ({
    ...value,
    plugins: {
      load: { paths: [folder] },
      entries: { daypack: { enabled: true } },
      slots: { contextEngine: 'daypack' },
    },
  }))
}

export const PLUGGED: readonly Agent[] = [
  plugged(pi('Anthropic', 'anthropic', 'claude-sonnet-4-5', { window: 160_000, lines: 500 }), 'pi Anthropic', piPlug),
  plugged(pi('Chat', 'local', 'local-model', { window: 96_000, lines: 310 }), 'pi Chat', piPlug),
  plugged(openclaw, 'OpenClaw', openclawPlug),
]
