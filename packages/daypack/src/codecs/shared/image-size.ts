/** Pixels of a PNG, JPEG, GIF or WebP image, read from the head of its base64 text; undefined when we can't tell. */
export function imageSize(base64: string): { width: number; height: number } | undefined {
  const head = Buffer.from(base64.slice(0, HEAD), 'base64')
  const size = png(head) ?? gif(head) ?? webp(head) ?? (base64.startsWith('/9j/') ? jpeg(base64) : undefined)
  return size && size.width > 0 && size.height > 0 ? size : undefined
}

type Size = { width: number; height: number }

const HEAD = 64
/** JPEG sizes may come after a thumbnail; we look no further than this. */
const JPEG_HEAD = 128 * 1024

function png(bytes: Buffer): Size | undefined {
  if (bytes.length < 24 || bytes.toString('latin1', 1, 4) !== 'PNG') return undefined
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

function gif(bytes: Buffer): Size | undefined {
  if (bytes.length < 10 || bytes.toString('latin1', 0, 3) !== 'GIF') return undefined
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
}

function webp(bytes: Buffer): Size | undefined {
  if (bytes.length < 30 || bytes.toString('latin1', 8, 12) !== 'WEBP') return undefined
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) }
    }
    default:
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  }
}

function jpeg(base64: string): Size | undefined {
  const bytes = Buffer.from(base64.slice(0, JPEG_HEAD), 'base64')
  for (let at = 2; at + 9 < bytes.length;) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return undefined
    const frame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (frame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}
