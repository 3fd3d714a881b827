import { describe, test } from 'vitest'
import { indexSuite } from '../../../../daypack-testing/src/suites.ts'
import { memoryIndexStore } from './memory-store.ts'

indexSuite('memory', () => memoryIndexStore(), { describe, test, durable: false, overlap: 1 })
