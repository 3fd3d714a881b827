import { cachingRules } from './anthropic/caching.ts'
import { limitRules } from './anthropic/limits.ts'
import { messageRules } from './anthropic/messages.ts'
import { thinkingRules } from './anthropic/thinking.ts'
import { toolRules } from './anthropic/tools.ts'
import type { Fixtures } from './fixture.ts'

export const anthropicFixtures: Fixtures = {
  ...toolRules,
  ...messageRules,
  ...cachingRules,
  ...thinkingRules,
  ...limitRules,
}
