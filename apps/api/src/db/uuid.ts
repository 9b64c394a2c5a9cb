import { randomUUID } from 'node:crypto'

/**
 * A UUIDv7: the milliseconds stand in front, so new rows land at the end of an index. Random as in v4 otherwise, since
 * an id is also seen by people who must not guess the next one.
 */
export function uuidv7(at: Date = new Date()): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
