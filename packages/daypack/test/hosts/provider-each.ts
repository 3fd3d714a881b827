import { onTestFinished } from 'vitest'
import {
  startProvider,
  type ProviderOptions,
  type ScriptedProvider,
} from '../../../daypack-testing/src/provider/index.ts'

/** A provider for one test, closed after it. */
export async function providerFor(options: ProviderOptions): Promise<ScriptedProvider> {
  const provider = await startProvider(options)
  onTestFinished(() => provider.close())
  return provider
}
