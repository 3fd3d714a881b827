import { ResourceTemplate, type McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'

// What the published suite asks of any server under test, beside what is ours: tools, resources and prompts of these names.

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='
const text = (value: string) => ({ type: 'text' as const, text: value })
const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' }
const embedded = (uri: string, value: string, mimeType = 'text/plain') => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: value },
})
const soon = () => new Promise((resolve) => setTimeout(resolve, 50))

export function addFixtures(server: McpServer): void {
  server.server.registerCapabilities({ logging: {}, completions: {}, resources: { subscribe: true } })
  server.server.setRequestHandler('resources/subscribe', async () => ({}))
  server.server.setRequestHandler('resources/unsubscribe', async () => ({}))
  server.server.setRequestHandler('completion/complete', async () => ({ completion: { values: ['paris', 'park'] } }))
  addTools(server)
  addAsking(server)
  addRest(server)
}

function addTools(server: McpServer): void {
  const plain = (name: string, content: unknown[]) =>
    server.registerTool(name, { description: name }, async () => ({ content: content as [] }))
  plain('test_simple_text', [text('This is a simple text response for testing.')])
  plain('test_image_content', [image])
  plain('test_audio_content', [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }])
  plain('test_embedded_resource', [embedded('test://embedded-resource', 'This is an embedded resource content.')])
  plain('test_multiple_content_types', [
    text('Multiple content types test:'),
    image,
    embedded('test://mixed-content-resource', '{"test":"data","value":123}', 'application/json'),
  ])
  server.registerTool('test_error_handling', { description: 'fails' }, async () => {
    throw new Error('This tool intentionally returns an error for testing')
  })
  server.registerTool('test_tool_with_logging', { description: 'logs' }, async (ctx) => {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await ctx.mcpReq.log('info', data)
      await soon()
    }
    return { content: [text('logged')] }
  })
  server.registerTool('test_tool_with_progress', { description: 'tells how far it is' }, async (ctx) => {
    const { _meta: meta } = ctx.mcpReq
    const progressToken = meta?.progressToken ?? 0
    for (const progress of [0, 50, 100]) {
      await ctx.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } })
      await soon()
    }
    return { content: [text('done')] }
  })
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'Tool with JSON Schema 2020-12 features', inputSchema: asItIs(SCHEMA_2020_12) },
    async () => ({ content: [text('ok')] }),
  )
}

/** Tools that ask the client. */
function addAsking(server: McpServer): void {
  const message = z.object({ message: z.string() })
  server.registerTool(
    'test_sampling',
    { description: 'asks the model of the client', inputSchema: z.object({ prompt: z.string() }) },
    async ({ prompt }, ctx) => {
      const reply = await ctx.mcpReq.requestSampling(
        {
          messages: [{ role: 'user', content: text(prompt) }],
          maxTokens: 100,
        },
        related(ctx),
      )
      return { content: [text(`LLM response: ${JSON.stringify(reply.content)}`)] }
    },
  )
  server.registerTool(
    'test_elicitation',
    { description: 'asks the user', inputSchema: message },
    async ({ message: asked }, ctx) => {
      const reply = await ctx.mcpReq.elicitInput(
        {
          message: asked,
          requestedSchema: {
            type: 'object',
            properties: { username: { type: 'string' }, email: { type: 'string' } },
            required: ['username', 'email'],
          },
        },
        related(ctx),
      )
      return { content: [text(`User response: ${JSON.stringify(reply)}`)] }
    },
  )
  for (const [name, properties] of [
    ['test_elicitation_sep1034_defaults', DEFAULTS],
    ['test_elicitation_sep1330_enums', ENUMS],
  ] as const)
    server.registerTool(name, { description: name }, async (ctx) => {
      const requestedSchema = { type: 'object', properties, required: [] } as never
      const { action, content } = await ctx.mcpReq.elicitInput(
        { message: 'Please fill in', requestedSchema },
        related(ctx),
      )
      return { content: [text(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`)] }
    })
}

/** Beside the call it belongs to: what is asked otherwise is lost while the client has no stream of its own open yet. */
function related(ctx: { readonly mcpReq: { readonly id: string | number } }): { relatedRequestId: string | number } {
  return { relatedRequestId: ctx.mcpReq.id }
}

function addRest(server: McpServer): void {
  const about = (mimeType: string) => ({ description: 'for the suite', mimeType })
  server.registerResource('static-text', 'test://static-text', about('text/plain'), async ({ href: uri }) => ({
    contents: [{ uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
  }))
  server.registerResource('static-binary', 'test://static-binary', about('image/png'), async ({ href: uri }) => ({
    contents: [{ uri, mimeType: 'image/png', blob: PNG }],
  }))
  server.registerResource('watched', 'test://watched-resource', about('text/plain'), async ({ href: uri }) => ({
    contents: [{ uri, mimeType: 'text/plain', text: 'watched' }],
  }))
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    about('application/json'),
    async ({ href: uri }, { id }) => ({
      contents: [{ uri, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true }) }],
    }),
  )
  const says = (...contents: unknown[]) => ({
    messages: contents.map((content) => ({ role: 'user' as const, content: content as ReturnType<typeof text> })),
  })
  server.registerPrompt('test_simple_prompt', { description: 'simple' }, () =>
    says(text('This is a simple prompt for testing.')),
  )
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'with arguments', argsSchema: z.object({ arg1: z.string(), arg2: z.string() }) },
    ({ arg1, arg2 }) => says(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  )
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'with a resource', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => says(embedded(resourceUri, 'Embedded resource content for testing.'), text('Please process.')),
  )
  server.registerPrompt('test_prompt_with_image', { description: 'with an image' }, () =>
    says(image, text('Please analyze the image above.')),
  )
}

const SCHEMA_2020_12 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: { address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
  properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
  additionalProperties: false,
}

function asItIs(json: Record<string, unknown>) {
  return {
    '~standard': {
      version: 1 as const,
      vendor: 'test',
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: () => json, output: () => json },
    },
  }
}

const DEFAULTS = {
  name: { type: 'string', default: 'John Doe' },
  age: { type: 'integer', default: 30 },
  score: { type: 'number', default: 95.5 },
  status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
  verified: { type: 'boolean', default: true },
}

const titled = (values: readonly string[]) => values.map((value) => ({ const: value, title: `Option ${value}` }))
const ENUMS = {
  untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
  titledSingle: { type: 'string', oneOf: titled(['value1', 'value2', 'value3']) },
  legacyEnum: {
    type: 'string',
    enum: ['opt1', 'opt2', 'opt3'],
    enumNames: ['Option One', 'Option Two', 'Option Three'],
  },
  untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
  titledMulti: { type: 'array', items: { anyOf: titled(['value1', 'value2', 'value3']) } },
}
