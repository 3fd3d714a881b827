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
