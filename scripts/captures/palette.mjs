import { crc32, deflateSync, inflateSync } from 'node:zlib'

const SIGNATURE_BYTES = 8
const COLOURS = 32

/** A screenshot (8-bit RGB) with its most frequent colours alone, each pixel one byte: about a third of its size. @param {Buffer} png */
export function withPalette(png) {
  const chunks = chunksOf(png)
  const head = chunks.find(({ type }) => type === 'IHDR')?.data
  if (head?.readUInt16BE(8) !== 0x08_02) throw new Error('The picture is not 8-bit RGB.')
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)]
  const data = chunks.filter(({ type }) => type === 'IDAT').map((chunk) => chunk.data)
  const pixels = unfiltered(inflateSync(Buffer.concat(data)), width * 3, height)
  const colourAt = (/** @type {number} */ at) => pixels.readUIntBE(at * 3, 3)
  /** @type {Map<number, number>} */
  const counts = new Map()
  for (let at = 0; at < width * height; at++) counts.set(colourAt(at), (counts.get(colourAt(at)) ?? 0) + 1)
  const palette = [...counts]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, COLOURS)
    .map(([colour]) => colour)
  const nearest = new Map([...counts.keys()].map((colour) => [colour, nearestIn(palette, colour)]))
  const rows = Buffer.alloc((width + 1) * height)
  for (let at = 0; at < width * height; at++) rows[at + Math.floor(at / width) + 1] = nearest.get(colourAt(at)) ?? 0
  const header = Buffer.from(head)
  header[9] = 3
  return Buffer.concat([
    png.subarray(0, SIGNATURE_BYTES),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(channels))),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** @param {Buffer} png */
function chunksOf(png) {
  const chunks = []
  for (let at = SIGNATURE_BYTES; at < png.length; at += png.readUInt32BE(at) + 12)
    chunks.push({
      type: png.toString('latin1', at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + png.readUInt32BE(at)),
    })
  return chunks
}

/** @param {string} type @param {Buffer} data */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, sum])
}

/** The bytes of the rows, with what each row's filter took away. @param {Buffer} rows @param {number} stride @param {number} height */
function unfiltered(rows, stride, height) {
  const pixels = Buffer.alloc(stride * height)
  for (let at = 0; at < pixels.length; at++) {
    const [row, column] = [Math.floor(at / stride), at % stride]
    const filter = rows[row * (stride + 1)] ?? 0
    const left = column < 3 ? 0 : (pixels[at - 3] ?? 0)
    const up = pixels[at - stride] ?? 0
    const corner = column < 3 ? 0 : (pixels[at - stride - 3] ?? 0)
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0
    pixels[at] = (rows[at + row + 1] ?? 0) + guess
  }
  return pixels
}

/** @param {number} left @param {number} up @param {number} corner */
function paeth(left, up, corner) {
  const sum = left + up - corner
  const [a, b, c] = [Math.abs(sum - left), Math.abs(sum - up), Math.abs(sum - corner)]
  return a <= b && a <= c ? left : b <= c ? up : corner
}

/** @param {number} colour */
function channels(colour) {
  return [colour >> 16, (colour >> 8) & 255, colour & 255]
}

/** @param {number[]} palette @param {number} colour */
function nearestIn(palette, colour) {
  const distance = (/** @type {number} */ other) =>
    channels(other).reduce((sum, value, index) => sum + (value - (channels(colour)[index] ?? 0)) ** 2, 0)
  return palette.reduce((best, other, index) => (distance(other) < distance(palette[best] ?? 0) ? index : best), 0)
}
