import type { Rendered, RenderedMessage } from '../model/codec.ts'
import type { Seq } from '../model/edit.ts'
import type { Message } from '../model/message.ts'
import { render, renderItem, type ReadText } from '../view/render.ts'
import type { Item, View } from '../view/view.ts'

/** Where the caller's own messages stand: slot → index of its list. */
export type Sources = {
  readonly messages: readonly Message[]
  readonly indexes: ReadonlyMap<Seq, number>
  /** Messages before this index are the objects of the last time, in the same slots. */
  readonly same: number
}
export const NO_SOURCES: Sources = { messages: [], indexes: new Map(), same: 0 }

/** The map grows in place while the list only grows; otherwise it is made anew. */
export function sourcesOf(messages: readonly Message[], seqs: readonly Seq[], same: number, last: Sources): Sources {
  const isGrown = last.messages.length > 0 && same > 0 && seqs.length >= last.messages.length
  const indexes = isGrown ? (last.indexes as Map<Seq, number>) : new Map<Seq, number>()
  for (let index = isGrown ? same : 0; index < seqs.length; index++) indexes.set(seqs[index] ?? 0, index)
  return { messages, indexes, same: isGrown ? same : 0 }
}

/** Renders a growing view: items that did not change since the last time are taken over as they were rendered. */
export class Renderer {
  private readonly read: ReadText
  private items: readonly Item[] = []
  private rendered: (RenderedMessage | undefined)[] = []

  constructor(read: ReadText) {
    this.read = read
  }

  async render(view: View, sources: Sources): Promise<Rendered> {
    const options = { read: this.read, source: (seq: Seq) => sourceOf(seq, sources) }
    const from = this.unchanged(view.items, sources.same)
    const rendered = this.rendered.slice(0, from)
    for (const item of view.items.slice(from)) rendered.push(await renderItem(item, options))
    this.items = view.items
    this.rendered = rendered
    const { system } = await render({ ...view, items: [] }, options)
    const messages = rendered.filter((message) => message !== undefined)
    return system ? { system, messages } : { messages }
  }

  private unchanged(items: readonly Item[], same: number): number {
    const limit = Math.min(items.length, this.items.length)
    let from = 0
    while (from < limit && items[from] === this.items[from] && (this.rendered[from]?.source ?? -1) < same) from++
    return from
  }
}

function sourceOf(seq: Seq, { indexes, messages }: Sources): { index: number; message: Message } | undefined {
  const index = indexes.get(seq)
  const message = index === undefined ? undefined : messages[index]
  return message && index !== undefined ? { index, message } : undefined
}
