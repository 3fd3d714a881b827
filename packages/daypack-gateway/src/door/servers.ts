import type { Route } from './route.ts'
import { anthropicWire } from '../wires/anthropic.ts'
import { chatWire } from '../wires/chat.ts'
import { geminiWire } from '../wires/gemini.ts'
import { responsesWire } from '../wires/responses.ts'
import type { Fields, GatewayWire, Kind } from '../wires/wire.ts'

type Found = { readonly wire: GatewayWire; readonly kind: Kind }

/** The order matters for requests that are no turns: the first that claims one gets it. */
const WIRES: readonly GatewayWire[] = [anthropicWire, geminiWire, responsesWire, chatWire]

/** The servers requests may go to, by name; nothing else is reached. */
export function serversOf(upstreams: Readonly<Record<string, string>>) {
  const known = new Map([...WIRES.map(({ name, upstream }) => [name, upstream] as const), ...Object.entries(upstreams)])
  return {
    wireFor(path: string, headers: Fields): Found | undefined {
      const found = WIRES.flatMap((wire): Found[] => {
        const kind = wire.kind(path, headers)
        return kind === undefined ? [] : [{ wire, kind }]
      })
      return found.find(({ kind }) => kind !== 'other') ?? found[0]
    },
    usualOf(wire: GatewayWire | undefined): string | undefined {
      return wire && known.get(wire.name)
    },
    /** A whole address stands for the name it was given under. */
    baseOf({ to }: Route, wire: GatewayWire | undefined): string | undefined {
      if (to === undefined) return wire && known.get(wire.name)
      return known.get(to) ?? [...known.values()].find((base) => bare(base) === bare(to))
    },
    unknown({ path, to }: Route): string {
      const names = [...known.keys()].join(', ')
      if (to === undefined) return `Daypack does not know where ${path} goes: put /to/<name> before it (${names}).`
      return `Daypack knows no server "${to}", only ${names}. Name it when the proxy starts: --upstream ${URL.canParse(to) ? `name=${to}` : `${to}=<url>`}`
    },
  }
}

function bare(base: string): string {
  return base.replace(/(?<!\/)\/+$/, '')
}
