import { hashOf, intake, type Intake } from '../log/intake.ts'
import type { Seq } from '../model/edit.ts'
import type { Draft } from '../model/entry.ts'
import type { Message } from '../model/message.ts'
import type { View } from '../view/view.ts'

export type Brief = () => Promise<Message | undefined>

const MARK = 'brief'

export async function briefDrafts(view: View, brief: Brief, by: Intake): Promise<Draft[]> {
  const known = briefSeq(view)
  if (view.slots.some(({ origin, seq }) => origin === 'caller' || seq === known)) return []
  const message = await brief()
  if (message === undefined) return []
  const seq = view.head + 1
  return [
    await intake(message, by, { origin: 'memory' }),
    { kind: 'mark', name: 'pin', data: { seq } },
    { kind: 'mark', name: MARK, data: { seq } },
  ]
}

export async function refreshBrief(view: View, brief: Brief, by: Intake): Promise<Draft[]> {
  const seq = briefSeq(view)
  const slot = view.slots.find((each) => each.seq === seq)
  const message = slot && (await brief())
  if (message === undefined || slot === undefined || hashOf(message) === slot.hash) return []
  return [await intake(message, by, { origin: 'memory', replaces: slot.seq })]
}

function briefSeq(view: View): Seq | undefined {
  return (view.marks.get(MARK)?.data as { seq?: Seq } | undefined)?.seq
}
