import type { Block, Message } from 'daypack'
import { assemble, timeOf, type Step, type Transcript } from './transcript.ts'

const HEADING = /^_\*\*(User|Agent)(?: - [^(]*)? \(((?:\S+ )?)(\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ)\)\*\*_$/
const TOOL = /<tool-use data-tool-type="([^"]*)" data-tool-name="([^"]*)">([\s\S]*?)<\/tool-use>/g

/** A session as SpecStory writes it: Markdown. Inputs are partly left out upstream; what stands there is the call's input. */
export function readSpecStory(markdown: string): Transcript {
  const sections = sectionsOf(markdown.replaceAll('\r\n', '\n'))
  const steps: Step[] = []
  let calls = 0
  for (const { who, at, text } of sections) {
    if (who === 'User') {
      if (text.trim() !== '') steps.push({ message: { role: 'user', blocks: [{ type: 'text', text }] }, at })
      continue
    }
    for (const message of agentMessages(text, () => `toolu_${String(calls++).padStart(5, '0')}`)) {
      const last = steps.at(-1)
      const goesOn = last?.message.role === 'assistant' && message.role === 'assistant'
      if (goesOn)
        steps[steps.length - 1] = {
          ...last,
          message: { role: 'assistant', blocks: [...last.message.blocks, ...message.blocks] },
        }
      else steps.push({ message, at })
    }
  }
  return assemble('specstory-md', steps, {
    id: /Session ([0-9a-f-]{36})/.exec(markdown)?.[1],
    model: modelOf(sections),
  })
}

type Section = { who: string; model: string; at: number | undefined; text: string }

function sectionsOf(markdown: string): Section[] {
  const sections: (Omit<Section, 'text'> & { lines: string[] })[] = []
  for (const line of markdown.split('\n')) {
    const heading = HEADING.exec(line)
    if (heading)
      sections.push({
        who: heading[1] ?? '',
        model: heading[2]?.trim() ?? '',
        at: timeOf(heading[3]?.replace(' ', 'T')),
        lines: [],
      })
    else sections.at(-1)?.lines.push(line)
  }
  return sections.map(({ lines, ...rest }) => ({
    ...rest,
    text: lines
      .join('\n')
      .replace(/\n---\n\s*$/, '\n')
      .trim(),
  }))
}

function modelOf(sections: readonly Section[]): string | undefined {
  return sections.find(({ who, model }) => who === 'Agent' && model !== '')?.model
}

/** Text and calls of one section, each call with its result behind it. */
function agentMessages(text: string, nextId: () => string): Message[] {
  const plain = (value: string) => value.replace(/<think>[\s\S]*?<\/think>/g, '').trim()
  const messages: Message[] = []
  let from = 0
  for (const found of text.matchAll(TOOL)) {
    const said = plain(text.slice(from, found.index))
    const callId = nextId()
    const tool = (found[2] ?? 'tool').replace(/[^a-zA-Z0-9_-]/g, '_')
    const { input, output } = partsOf(found[1] ?? '', found[3] ?? '')
    const blocks: Block[] = said === '' ? [] : [{ type: 'text', text: said }]
    messages.push({ role: 'assistant', blocks: [...blocks, { type: 'tool-call', callId, tool, input }] })
    messages.push({ role: 'tool', blocks: [{ type: 'tool-result', callId, tool, content: { text: output } }] })
    from = found.index + found[0].length
  }
  const rest = plain(text.slice(from))
  if (rest === '') return messages
  const call = from === 0 ? readUntagged(rest) : undefined
  if (call === undefined) return [...messages, { role: 'assistant', blocks: [{ type: 'text', text: rest }] }]
  const callId = nextId()
  const { tool, input, output } = call
  return [
    { role: 'assistant', blocks: [{ type: 'tool-call', callId, tool, input }] },
    { role: 'tool', blocks: [{ type: 'tool-result', callId, tool, content: { text: output } }] },
  ]
}

const CAPTION = '(?:([^\\n`]{1,200})\\n\\n)?'
const OUTPUT = '```\\w*\\n([\\s\\S]*)\\n```'
const QUOTED = new RegExp(`^${CAPTION}\`([^\`\\n]+)\`\\n\\n${OUTPUT}$`)
const SCRIPT = new RegExp(`^${CAPTION}\`\`\`(?:bash|sh|shell)\\n((?:(?!\`\`\`)[\\s\\S])*)\\n\`\`\`\\n\\n${OUTPUT}$`)
const CHANGED = /^```\w*\n((?:The file|File created successfully at:) (\/\S+)[\s\S]*)\n```$/

/** Some versions leave the tags out: a caption, what was run or read, and what came of it make a section of their own. */
function readUntagged(text: string): { tool: string; input: Input; output: string } | undefined {
  const changed = CHANGED.exec(text)
  if (changed) return { tool: 'Edit', input: { file_path: changed[2] ?? '' }, output: changed[1] ?? '' }
  const found = QUOTED.exec(text) ?? SCRIPT.exec(text)
  if (!found) return undefined
  const [, caption, what = '', output = ''] = found
  const description: Input = caption === undefined ? {} : { description: caption }
  return /^[^\s]*[/.][^\s]*$/.test(what) && !what.includes('\n')
    ? { tool: 'Read', input: { file_path: what }, output }
    : { tool: 'Bash', input: { command: what, ...description }, output }
}

type Input = Readonly<Record<string, string>>

function partsOf(type: string, body: string): { input: Input; output: string } {
  const summary = /<summary>([\s\S]*?)<\/summary>/.exec(body)
  const inner = body
    .slice(summary ? summary.index + summary[0].length : 0)
    .replace(/<\/?details>/g, '')
    .trim()
  const script = type === 'shell' ? /```(?:bash|sh|shell)\n([\s\S]*?)\n```/.exec(inner) : null
  const fence = inner.indexOf('```', script ? script.index + script[0].length : 0)
  const before = script ? inner.slice(0, script.index) : fence < 0 ? inner : inner.slice(0, fence)
  const told = [summary?.[1]?.trim() ?? '', before.trim()].filter(Boolean).join('\n')
  const output =
    fence < 0
      ? ''
      : inner
          .slice(fence)
          .replace(/^```\w*\n/, '')
          .replace(/\n```\s*$/, '')
  return { input: inputOf(type, told, script?.[1], output), output }
}

/** What the summary tells of a command, a path or a pattern, under the names the agents themselves use. */
function inputOf(type: string, told: string, script: string | undefined, output: string): Input {
  const written = type === 'write' ? /^(?:The file|File created successfully at:) (\/\S+)/.exec(output)?.[1] : undefined
  if (written !== undefined) return { file_path: written, summary: told }
  const description = told.replace(/^Tool use: \*\*[^*]*\*\*\s*/, '').trim()
  const quoted = /`([^`\n]+)`\s*$/.exec(description)
  const words = quoted ? description.slice(0, quoted.index).trim() : description
  const also: Input = words === '' ? {} : { description: words }
  if (type === 'shell' && script !== undefined) return { command: script, ...also }
  if (type === 'shell' && quoted?.[1] !== undefined) return { command: quoted[1], ...also }
  if (type === 'read' && quoted?.[1] !== undefined) return { file_path: quoted[1], ...also }
  const pairs = type === 'search' ? [...description.matchAll(/(?:^|\s)(path|pattern|glob|type) `([^`\n]+)`/g)] : []
  if (pairs.length > 0) return Object.fromEntries(pairs.map((pair) => [pair[1] ?? '', pair[2] ?? '']))
  return { summary: told }
}
