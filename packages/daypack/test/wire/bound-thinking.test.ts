import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/model/json.ts'
import { cache, result, thinking, tools, use } from './anthropic/request.ts'
import { brokenThinking, ledger, noteReply } from './bound-thinking.ts'
import { assistant, text, user } from './fixture.ts'

type Messages = readonly unknown[]
const ask = (messages: Messages) => ({ system: 's', tools, messages }) as unknown as JsonObject

/** A conversation of three replies with thinking, and what a provider that binds it remembers. */
function bound() {
  const known = ledger()
  const replies = [
    [thinking('s1', 'one'), use('a')],
    [thinking('s2', 'two'), text('then'), use('b')],
    [thinking('s3', 'three'), text('done')],
  ]
  const between = [user([result('a')]), user([result('b')]), user('next')]
  let messages: Messages = [user('go')]
  for (const [at, reply] of replies.entries()) {
    noteReply(known, ask(messages), reply)
    messages = [...messages, assistant(reply), between[at]]
  }
  return { known, messages }
}

const replaced = (at: number, message: unknown) => (messages: Messages) =>
  messages.map((old, index) => (index === at ? message : old))

test.each<[string, (messages: Messages) => Messages, string[]]>([
  ['nothing changes', (messages) => messages, []],
  ['the oldest is left out', replaced(1, assistant([use('a')])), []],
  ['a marker moves', replaced(0, user([text('go', cache())])), []],
  ['what was asked changes', replaced(0, user('went')), ['A-18']],
  ['a result before it is cut', replaced(2, user([result('a', 'cut')])), ['A-18']],
  ['one in the middle is left out', replaced(3, assistant([text('then'), use('b')])), ['A-18']],
  ['its last message loses a text', replaced(5, assistant([thinking('s3', 'three')])), ['A-17']],
  ['it comes behind a text', replaced(5, assistant([text('done'), thinking('s3', 'three')])), ['A-17', 'A-18']],
  ['it is emptied', replaced(5, assistant([thinking('s3', ''), text('done')])), ['A-17', 'A-18']],
])('thinking stays as it was, before what it was made for: %s', (_, change, rules) => {
  const { known, messages } = bound()
  expect(brokenThinking(known, ask(change(messages))).map(({ rule }) => rule)).toEqual(rules)
})
