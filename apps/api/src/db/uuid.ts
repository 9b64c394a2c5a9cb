import { randomFillSync } from 'node:crypto'

/**
 * A UUIDv7: the milliseconds stand in front, so new rows land at the end of an index. Random as in v4 otherwise, since
 * an id is also seen by people who must not guess the next one.
 */
export function uuidv7(at: Date = new Date()): string {
  const bytes = randomFillSync(Buffer.alloc(16))
  bytes.writeUIntBE(at.getTime(), 0, 6)
  bytes[6] = 0x70 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
