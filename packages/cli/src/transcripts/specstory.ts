import type { Block, Message } from 'daypack'
import { assemble, timeOf, type Step, type Transcript } from './transcript.ts'

const HEADING = /^_\*\*(User|Agent)(?: - [^(]*)? \(((?:\S+ )?)(\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ)\)\*\*_$/
const TOOL = /<tool-use data-tool-type="[^"]*" data-tool-name="([^"]*)">([\s\S]*?)<\/tool-use>/g

/** A session as SpecStory writes it: Markdown. Inputs are partly left out upstream, so a call's input is its summary line. */
export function readSpecStory(markdown: string): Transcript {
  const sections = sectionsOf(markdown)
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
    const tool = (found[1] ?? 'tool').replace(/[^a-zA-Z0-9_-]/g, '_')
    const { input, output } = partsOf(found[2] ?? '')
    const blocks: Block[] = said === '' ? [] : [{ type: 'text', text: said }]
    messages.push({ role: 'assistant', blocks: [...blocks, { type: 'tool-call', callId, tool, input }] })
    messages.push({ role: 'tool', blocks: [{ type: 'tool-result', callId, tool, content: { text: output } }] })
    from = found.index + found[0].length
  }
  const rest = plain(text.slice(from))
  if (rest !== '') messages.push({ role: 'assistant', blocks: [{ type: 'text', text: rest }] })
  return messages
}

function partsOf(body: string): { input: { summary: string }; output: string } {
  const summary = /<summary>([\s\S]*?)<\/summary>/.exec(body)
  const inner = body
    .slice(summary ? summary.index + summary[0].length : 0)
    .replace(/<\/?details>/g, '')
    .trim()
  const fence = inner.indexOf('```')
  const input = [summary?.[1]?.trim() ?? '', fence < 0 ? inner : inner.slice(0, fence).trim()]
    .filter(Boolean)
    .join('\n')
  const output =
    fence < 0
      ? ''
      : inner
          .slice(fence)
          .replace(/^```\w*\n/, '')
          .replace(/\n```\s*$/, '')
  return { input: { summary: input }, output }
}
