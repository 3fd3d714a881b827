import { join } from 'node:path'
import { describe, test } from 'vitest'
import { temporary } from '../../../test/temporary.ts'
import { driverSuite } from '../../../../daypack-testing/src/driver-suite/suite.ts'
import { filesDriver } from './index.ts'

const dir = temporary()

driverSuite('files', ({ place, now, zone }) => filesDriver({ dir: join(dir, place), now, zone }), {
  describe,
  test,
  durable: true,
})
