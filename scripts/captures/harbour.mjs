let berths = 0

/** The model of the captures: reads what it is asked to, and says what it found in Markdown. */
export default (/** @type {{ body: any }} */ { body }) => {
  const { content } = body.messages.at(-1)
  const text = JSON.stringify(content)
  if (text.includes('Depths at low water'))
    return {
      text: '## Deepest: Skerra\n\n| harbour | low water |\n| --- | --- |\n| **Skerra** | 6.8 m |\n| Osterhamn | 4.2 m |\n| Lunde | 3.9 m |',
    }
  if (text.includes('tides.md')) return read('tides.md')
  if (berths < 6) return read(`berth-${++berths}.log`)
  return { text: 'All six logs are read. The *highest* swell was at berth 4; nothing needs to be moved today.' }
}

const read = (/** @type {string} */ file) => ({ calls: [{ tool: 'read_file', input: { file_path: file } }] })
