/** A page as somebody reads it: links by their words, no images, no lines that only lead elsewhere. Linear. */
export function pageText(text: string): string {
  return text
    .replaceAll(/!\[[^\]\n]{0,300}\]\([^()\s]{0,2000}\)/g, '')
    .split('\n')
    .flatMap((line) => {
      const plain = line.replaceAll(LINK, '$1')
      return plain !== line && isLinks(line) ? [] : [plain]
    })
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

const LINK = /\[([^\][\n]{0,300})\]\([^()\s]{0,2000}(?:\s"[^"\n]{0,200}")?\)/g

/** Nothing but links: navigation, tags, share buttons. */
function isLinks(line: string): boolean {
  return line.replaceAll(LINK, '').replaceAll(/[\s*+|•·.,;:>-]+/g, '').length < 4
}

/** The text of HTML without tags, styles and scripts, a line for each block. Linear. */
export function htmlText(html: string): string {
  return HIDDEN.reduce((text, [open, close]) => without(text, open, close), html)
    .replaceAll(/<h([1-6])\b[^>]{0,2000}>/gi, (_, level: string) => `\n${'#'.repeat(Number(level))} `)
    .replaceAll(/<li\b[^>]{0,2000}>/gi, '\n- ')
    .replaceAll(/<\/?(?:span|a|b|i|em|strong|small|code|u|sup|sub)\b[^>]{0,2000}>/gi, ' ')
    .replaceAll(/<[^>]{0,2000}>/g, '\n')
    .replaceAll(/&(?:nbsp|#160);/g, ' ')
    .replaceAll('&amp;', '&')
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '' && line !== '-')
    .join('\n')
}

const HIDDEN = [
  ['<!--', '-->'],
  ['<head>', '</head>'],
  ['<style', '</style>'],
  ['<script', '</script>'],
  ['<svg', '</svg>'],
] as const

export function without(text: string, open: string, close: string): string {
  const kept: string[] = []
  let from = 0
  for (;;) {
    const start = text.indexOf(open, from)
    const end = start < 0 ? -1 : text.indexOf(close, start)
    if (end < 0) break
    kept.push(text.slice(from, start))
    from = end + close.length
  }
  return kept.join('') + text.slice(from)
}
