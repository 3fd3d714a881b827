export { aiSdkSummarizer, type AiSdkSummarizerOptions } from './ai-sdk.ts'
export { anthropicSummarizer, type AnthropicSummarizerOptions } from './anthropic.ts'
export { openaiSummarizer, type OpenAISummarizerOptions } from './openai.ts'
