export type Pixels = { readonly width: number; readonly height: number }

/** Pixels from the head of base64 image data (PNG, GIF, JPEG, WebP), or undefined. Reads at most 64 KiB. */
export function imageSize(base64: string): Pixels | undefined {
  const data = Buffer.from(base64.slice(0, 87_380), 'base64')
  if (data.length < 24) return undefined
  const start = data.toString('latin1', 0, 12)
  if (start.startsWith('\x89PNG')) return { width: data.readUInt32BE(16), height: data.readUInt32BE(20) }
  if (start.startsWith('GIF8')) return { width: data.readUInt16LE(6), height: data.readUInt16LE(8) }
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return webp(data)
  if (data[0] === 0xff && data[1] === 0xd8) return jpeg(data)
  return undefined
}

function webp(data: Buffer): Pixels | undefined {
  if (data.length < 30) return undefined
  const kind = data.toString('latin1', 12, 16)
  if (kind === 'VP8X') return { width: data.readUIntLE(24, 3) + 1, height: data.readUIntLE(27, 3) + 1 }
  if (kind === 'VP8 ') return { width: data.readUInt16LE(26) & 0x3fff, height: data.readUInt16LE(28) & 0x3fff }
  if (kind !== 'VP8L') return undefined
  const bits = data.readUInt32LE(21)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

function jpeg(data: Buffer): Pixels | undefined {
  for (let at = 2; at + 9 < data.length; ) {
    if (data[at] !== 0xff) return undefined
    const marker = data[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { width: data.readUInt16BE(at + 7), height: data.readUInt16BE(at + 5) }
    at += 2 + data.readUInt16BE(at + 2)
  }
  return undefined
}
