import type { Embed } from 'daypack/memory'

/** Notes in the scripts that indexes get wrong, with neighbours, speakers, dates and identifiers. */
export const NOTES: Readonly<Record<string, string>> = {
  'MEMORY.md': `# Facts
- The project uses PostgreSQL 17 with pgvector; MySQL was given up in March.
- Deploys run on Fridays at 16:00 through the blue pipeline.
- 数据库从 MySQL 迁移到 PostgreSQL,由王芳负责。
- La base de datos se respalda cada noche a las tres.
- handleWebSocketReconnect retries five times, then gives up.
`,
  'memory/2026-02-01.md': `# 1 February 2026
- Anna: Which port does the gateway use?
- Tom: 8443, behind nginx.
- Anna: And the health check?
- Tom: /healthz on the same port, every ten seconds.
- 会议改到星期三下午三点,地点是二楼会议室。
- Lunch with Maria at the Italian place near the river.
`,
  'memory/2026-02-14.md': `# 14 February 2026
- The invoice 2231 for the office chairs was paid.
- Anna asked for a quieter keyboard; ordered one with brown switches.
- 部署失败的原因是磁盘已满,清理日志后恢复。
- 東京オフィスの引っ越しは四月に決まりました。
- 회의록은 공유 폴더에 있습니다.
`,
  'memory/projects/otter.md': `# Otter
## Goals
Otter reads sensor data from river stations and warns of floods. The first release covers the Tiber and the Po.

## Decisions
- Rust for the parser, TypeScript for everything people see.
- Warnings go out by SMS, never by mail.

| station | river | since |
|---|---|---|
| Ripetta | Tiber | 2019 |
| Cremona | Po | 2021 |
`,
  'memory/people.md': `# People
- Anna leads the gateway team and prefers short mails.
- Tom moved from Berlin to Lisbon last summer.
- 王芳 喜欢在早上写代码,不喜欢开会。
- Maria keeps the books and signs invoices above 500 euros.
`,
}

export const QUESTIONS: readonly string[] = [
  'which database do we use',
  'database choice',
  '数据库 迁移',
  '谁负责数据库',
  '会议 星期三',
  'what did Tom say about the health check',
  'handle websocket reconnect',
  'reconnnect retries',
  'flood warnings by SMS',
  'rivers of the stations',
  'base de datos respaldo',
  '東京オフィス',
  '회의록',
  'what happened on 14 February 2026',
  'who signs invoices',
  'Anna keyboard',
  'nothing of the kind zzyzx',
]

/** Words into a few dozen directions: enough to tell near from far, alike on every machine. */
export function wordEmbedder(dimensions = 48): Embed {
  return {
    model: 'words',
    dimensions,
    embed: async (texts) => texts.map((text) => directionOf(text, dimensions)),
  }
}

function directionOf(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions).fill(0.01)
  for (const word of text.toLowerCase().match(/\p{sc=Han}|[\p{L}\p{N}]+/gu) ?? []) {
    let hash = 0x811c9dc5
    for (const char of word) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193)
    const at = (hash >>> 1) % dimensions
    vector[at] = (vector[at] ?? 0) + ((hash & 1) === 0 ? 1 : -1)
  }
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}
