export { anthropic, type AnthropicRequest, type AnthropicResponse } from './anthropic/index.ts'
export { gemini, type GeminiRequest, type GeminiResponse } from './gemini/index.ts'
export { openaiChat, type ChatRequest, type ChatResponse } from './openai-chat/index.ts'
export { openaiResponses, type ResponsesRequest, type ResponsesResponse } from './openai-responses/index.ts'
