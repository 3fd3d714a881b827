// A process that takes a lock, says so, and holds it until it is killed.
import { sqliteLocks } from '../../src/drivers/files/lock.ts'
import { nodeVfs } from '../../src/drivers/files/node-vfs.ts'
import { treeAt } from '../../src/drivers/files/paths.ts'

const [root = '', name = ''] = process.argv.slice(2)
await sqliteLocks(treeAt(nodeVfs, root)).hold(name, async () => {
  process.send?.('held')
  await new Promise((resolve) => setTimeout(resolve, 600_000))
})
