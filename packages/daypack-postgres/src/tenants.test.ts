import { expect, test } from 'vitest'
import type { Daypack } from 'daypack'
import type { PostgresDriver } from './index.ts'
import { tenantPacks } from './tenants.ts'

/** Packs that only tell when they were opened and closed. */
function scripted({ maxOpen = 2, fails = '' } = {}) {
  const said: string[] = []
  const tenants = tenantPacks({
    maxOpen,
    driver: (tenant) => ({ close: async () => void said.push(`driver ${tenant}`) }) as unknown as PostgresDriver,
    pack: (_, tenant) => {
      if (tenant === fails) throw new Error('no such luck')
      said.push(`open ${tenant}`)
      return { close: async () => void said.push(`close ${tenant}`) } as unknown as Daypack
    },
  })
  return { tenants, said }
}

test('requests of one tenant share its pack; the least recently used is closed, with its driver', async () => {
  const { tenants, said } = scripted()
  for (const tenant of ['a', 'b', 'a', 'c', 'a']) await tenants.use(tenant, async () => undefined)
  await tenants.close()
  expect(said).toEqual([
    'open a',
    'open b',
    'open c',
    'close b',
    'driver b',
    'close c',
    'close a',
    'driver c',
    'driver a',
  ])
  expect(tenants.counts()).toEqual({ open: 0, inUse: 0, opened: 3, closed: 3 })
})

test('a pack in use is never closed, and a tenant that comes back waits for its old pack to close', async () => {
  const { tenants, said } = scripted({ maxOpen: 0 })
  let finish = () => {}
  const slow = tenants.use('a', () => new Promise<void>((resolve) => (finish = resolve)))
  await tenants.use('b', async () => undefined)
  expect(tenants.counts()).toMatchObject({ open: 1, inUse: 1 })
  finish()
  await slow
  await tenants.use('a', async () => void said.push('use a'))
  expect(said.slice(0, 8)).toEqual([
    'open a',
    'open b',
    'close b',
    'driver b',
    'close a',
    'driver a',
    'open a',
    'use a',
  ])
  await tenants.close()
})

test('closing waits for what runs and takes no more', async () => {
  const { tenants, said } = scripted()
  let finish = () => {}
  const slow = tenants.use('a', () => new Promise<void>((resolve) => (finish = resolve)))
  await tenants.use('a', async () => undefined)
  const closing = tenants.close()
  await expect(tenants.use('a', async () => undefined)).rejects.toMatchObject({ code: 'closed' })
  expect(said).toEqual(['open a'])
  finish()
  await Promise.all([slow, closing])
  expect(said).toEqual(['open a', 'close a', 'driver a'])
})

test('a pack that cannot be opened fails its request, leaves nothing open, and is tried again', async () => {
  const { tenants, said } = scripted({ fails: 'x' })
  await expect(tenants.use('x', async () => undefined)).rejects.toThrow('no such luck')
  await expect(tenants.use('x', async () => undefined)).rejects.toThrow('no such luck')
  expect(said).toEqual(['driver x', 'driver x'])
  expect(tenants.counts().open).toBe(0)
  await tenants.close()
})
