/** A dialogue as people and programs write it down; ranking should hardly depend on which way it is. */
export type Turn = { readonly speaker: string; readonly text: string }
export type Session = { readonly day: string; readonly nth: number; readonly turns: readonly Turn[] }
/** The note, and on which of its lines each turn stands. */
export type Written = { readonly text: string; readonly lines: readonly number[] }

type Form = {
  readonly head?: (session: Session) => readonly string[]
  /** Lines of one turn; the first one that holds the text is its place. */
  readonly turn: (turn: Turn, nth: number, session: Session) => readonly string[]
}

const colon = ({ text }: Turn): string => (/\p{sc=Han}/u.test(text) ? '：' : ': ')
const said = (turn: Turn): string => `${turn.speaker}${colon(turn)}${turn.text}`
const bold = (turn: Turn): string => `**${turn.speaker}**${colon(turn)}${turn.text}`

const FORMS = {
  items: { turn: (turn) => [`- ${said(turn)}`] },
  'items, bold': { turn: (turn) => [`- ${bold(turn)}`] },
  'items with ids': { turn: (turn, nth, session) => [`- [D${session.nth}:${nth + 1}] ${said(turn)}`] },
  numbered: { turn: (turn, nth) => [`${nth + 1}. ${said(turn)}`] },
  'bold paragraphs': { turn: (turn) => [bold(turn), ''] },
  lines: { turn: (turn) => [said(turn)] },
  'lines without a heading': { head: () => [], turn: (turn) => [said(turn)] },
  paragraphs: { turn: (turn) => [said(turn), ''] },
  'quoted lines': { turn: (turn) => [`> ${said(turn)}`] },
  'headings by number': { turn: (turn, nth) => [`### Turn ${nth + 1}`, '', said(turn), ''] },
  'headings by name': { turn: (turn) => [`### ${turn.speaker}`, '', turn.text, ''] },
  table: {
    head: ({ day }) => [`# ${day}`, '', '| speaker | text |', '|---|---|'],
    turn: (turn) => [`| ${turn.speaker} | ${turn.text} |`],
  },
  'stamped lines': { head: () => [], turn: (turn, _, { day }) => [`[${day} 13:56] ${said(turn)}`] },
  'with captions': { turn: (turn) => [`- ${said(turn)}`, '  [image: a photo]'] },
} satisfies Record<string, Form>

export type Layout = keyof typeof FORMS
export const LAYOUTS = Object.keys(FORMS) as readonly Layout[]

export function write(session: Session, layout: Layout): Written {
  const form: Form = FORMS[layout]
  const all = [...(form.head?.(session) ?? [`# ${session.day}`, ''])]
  const lines: number[] = []
  for (const [nth, turn] of session.turns.entries()) {
    const own = form.turn(turn, nth, session)
    lines.push(all.length + 1 + own.findIndex((line) => line.includes(turn.text)))
    all.push(...own)
  }
  return { text: `${all.join('\n')}\n`, lines }
}
