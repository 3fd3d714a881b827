// OpenTelemetry: what Daypack does, as spans and metrics on the console.
import { metrics, trace } from '@opentelemetry/api'
import { ConsoleMetricExporter, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, ConsoleSpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { createDaypack } from 'daypack'
import { anthropic } from 'daypack/codecs'
import { memoryDriver } from 'daypack/drivers'
import { openTelemetry } from 'daypack/hosts/opentelemetry'

const tracing = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(new ConsoleSpanExporter())] })
const reader = new PeriodicExportingMetricReader({ exporter: new ConsoleMetricExporter() })
const metering = new MeterProvider({ readers: [reader] })
trace.setGlobalTracerProvider(tracing)
metrics.setGlobalMeterProvider(metering)

const telemetry = openTelemetry()
const pack = telemetry.pack(await createDaypack({ driver: memoryDriver(), window: 8_000, tuning: { maxOutput: 500 } }))
const session = await pack.session('watched')
const messages: { role: 'user' | 'assistant'; content: string }[] = []
for (let turn = 1; turn <= 12; turn++) {
  messages.push({ role: 'user', content: `Turn ${turn}: ${'a line of the log. '.repeat(100)}` })
  await session.prepare(anthropic, { model: 'claude-sonnet-5-5', max_tokens: 500, messages: [...messages] })
  const content = [{ type: 'text', text: `Noted ${turn}. ${'All well. '.repeat(50)}` }]
  const usage = { input_tokens: 400, cache_read_input_tokens: 900, output_tokens: 120 }
  await session.record(anthropic, { content, usage, model: 'claude-sonnet-5-5' })
  messages.push({ role: 'assistant', content: content[0]?.text ?? '' })
}
await pack.memory.remember('The staging database listens on port 5433.')
await pack.memory.search('which port?')
await session.compact()
await pack.close()
await tracing.forceFlush()
await metering.shutdown()
