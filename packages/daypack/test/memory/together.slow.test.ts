import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { filesDriver } from '../../src/drivers/files/index.ts'
import { sqliteIndexStore } from '../../src/drivers/sqlite/index-store.ts'
import { createMemory } from '../../src/memory/memory.ts'
import { size } from '../../../daypack-testing/test/size.ts'
import { temporary } from '../temporary.ts'
import { asked } from './asked.ts'

const root = temporary()
const now = () => Date.UTC(2026, 10, 16, 12)

/** A process of its own on the same workspace; answers how it went, and counts how often it asked its model. */
async function another(dir: string) {
  const script = fileURLToPath(new URL('./writer.ts', import.meta.url))
  const child = spawn(process.execPath, [...process.execArgv, script, dir], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => {
    child.removeAllListeners('exit')
    child.kill()
  })
  const waiting: PromiseWithResolvers<string>[] = []
  let asked = 0
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line === 'asked') asked++
    else waiting.shift()?.resolve(line)
  })
  child.on('exit', (code) => {
    for (const each of waiting) each.reject(new Error(`the other process ended with ${code}`))
  })
  const answer = (): Promise<string> => {
    const next = Promise.withResolvers<string>()
    waiting.push(next)
    return next.promise
  }
  await answer()
  return {
    tell: (line: string): Promise<string> => {
      const told = answer()
      child.stdin.write(`${line}\n`)
      return told
    },
    asked: () => asked,
  }
}

async function here(dir: string) {
  const driver = await filesDriver({ dir, now, zone: 'UTC' })
  const index = sqliteIndexStore({ file: join(dir, 'index/memory.db') })
  const memory = createMemory({ driver, dir, index, now, watch: false, schedule: false })
  onTestFinished(async () => {
    await memory.close()
    await driver.close()
  })
  return { driver, memory }
}

function workspace(): string {
  const dir = mkdtempSync(join(root, 'w-'))
  mkdirSync(join(dir, 'memory'))
  return dir
}

test('what one process writes, the next search of another finds, and back', async () => {
  const dir = workspace()
  const { memory } = await here(dir)
  const other = await another(dir)
  await memory.ready()
  const missed: string[] = []
  const look = async (word: string): Promise<void> => {
    if ((await memory.search(word)).hits.length === 0) missed.push(word)
  }
  for (let round = 0; round < size(20, 60); round++) {
    const path =
      round % 3 === 0 ? 'MEMORY.md' : round % 3 === 1 ? 'memory/log.md' : `memory/deep${round % 4}/n${round}.md`
    await other.tell(`write ${path} says kestrel${round}`)
    await look(`kestrel${round}`)
    await memory.write(`plover${round} was here`, { by: 'user', path })
    if ((await other.tell(`search plover${round}`)) !== 'done 1') missed.push(`plover${round}`)
  }
  expect(missed).toEqual([])
}, 240_000)

test('what one process forgets, another does not write again', async () => {
  const dir = workspace()
  const { memory } = await here(dir)
  const other = await another(dir)
  await memory.remember('The vault code is seven four two')
  expect(await other.tell('search vault code')).toBe('done 1')
  expect(await memory.forget({ query: 'vault code' })).toMatchObject({ left: [], proven: true })
  await other.tell('write memory/a.md Fact: the vault code is seven four two')
  expect(await other.tell('search vault code')).toBe('done 0')
}, 120_000)

test('two processes flush and consolidate the same at the same time: it is done once, and only the flush asks the model', async () => {
  const dir = workspace()
  writeFileSync(join(dir, 'memory/2026-11-15.md'), '- I prefer green tea in the morning\n')
  const { driver } = await here(dir)
  const text = `I prefer slow trains over fast planes. ${'What do you think about that? '.repeat(5)}`
  await asked(driver, 's1', text, now())
  const [one, two] = await Promise.all([another(dir), another(dir)])
  const states = await Promise.all([one, two].map((each) => each.tell('consolidate')))
  expect(states.toSorted()).toEqual(['done changed', 'done nothing-due'])
  expect(one.asked() + two.asked()).toBe(0)
  expect(readFileSync(join(dir, 'MEMORY.md'), 'utf8').match(/green tea/g)).toHaveLength(1)
  await Promise.all([one, two].map((each) => each.tell('flush s1')))
  expect(one.asked() + two.asked()).toBe(1)
  expect(readFileSync(join(dir, 'memory/2026-11-16.md'), 'utf8').match(/^## /gm)).toHaveLength(1)
}, 120_000)
