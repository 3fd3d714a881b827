import { describe, test } from 'vitest'
import { driverSuite } from '../../testing/driver-suite/suite.ts'
import { memoryDriver } from './index.ts'

driverSuite('memory', ({ now, zone }) => memoryDriver({ now, zone }), { describe, test, durable: false })
