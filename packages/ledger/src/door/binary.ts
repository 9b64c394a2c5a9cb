// Values as PostgreSQL takes them in its binary form (its `…recv` functions), for what is sent so often that reading it
// from text would be felt. Nothing here knows what the values mean.

/** Bytes that grow as they are written. */
type Sink = { bytes: Buffer; length: number }

/** How values of one type are written. The object identifier of a type of ours is known to its own database alone. */
export type Codec<Value> = { oid: number; write(to: Sink, value: Value): void }

/** What its type cannot hold; `code` is the SQL state with which the database would have refused it. */
export class Unwritable extends Error {
  override readonly name = 'Unwritable'
  readonly code = '22P02'
}

/** @throws {Unwritable} */
export function encode<Value>(codec: Codec<Value>, value: Value): Buffer {
  const to: Sink = { bytes: Buffer.allocUnsafe(4096), length: 0 }
  try {
    codec.write(to, value)
  } catch (cause) {
    throw new Unwritable('A value does not fit its type', { cause })
  }
  return to.bytes.subarray(0, to.length)
}

/** Makes room for so many more bytes, and says where they begin. */
function take(to: Sink, size: number): number {
  const at = to.length
  to.length += size
  if (to.length > to.bytes.length) {
    const larger = Buffer.allocUnsafe(Math.max(to.length, 2 * to.bytes.length))
    to.bytes.copy(larger, 0, 0, at)
    to.bytes = larger
  }
  return at
}

function writeInt32(to: Sink, value: number) {
  const at = take(to, 4)
  to.bytes.writeInt32BE(value, at)
}

/** Its length goes before each value; a null has the length -1 and nothing else. */
function writeSized<Value>(to: Sink, codec: Codec<Value>, value: Value | null | undefined) {
  const at = take(to, 4)
  if (value === null || value === undefined) {
    to.bytes.writeInt32BE(-1, at)
    return
  }
  codec.write(to, value)
  to.bytes.writeInt32BE(to.length - at - 4, at)
}

export const int2: Codec<number> = {
  oid: 21,
  write(to, value) {
    const at = take(to, 2)
    to.bytes.writeInt16BE(value, at)
  },
}
export const int4: Codec<number> = { oid: 23, write: writeInt32 }
/** A whole number that JavaScript can tell from its neighbours. */
export const int8: Codec<number> = {
  oid: 20,
  write(to, value) {
    if (!Number.isSafeInteger(value)) throw new RangeError('Not a whole number')
    const at = take(to, 8)
    // In two halves: making a big number of each would cost more than all the rest.
    to.bytes.writeInt32BE(Math.floor(value / 2 ** 32), at)
    to.bytes.writeUInt32BE(value >>> 0, at + 4)
  },
}
export const text: Codec<string> = {
  oid: 25,
  write(to, value) {
    const at = take(to, Buffer.byteLength(value))
    to.bytes.write(value, at)
  },
}
const dayMs = 86_400_000
/** A day of the calendar such as `2026-11-29`, counted from the first of the year 2000. */
export const date: Codec<string> = {
  oid: 1082,
  write(to, value) {
    writeInt32(to, (Date.parse(`${value}T00:00:00Z`) - Date.parse('2000-01-01T00:00:00Z')) / dayMs)
  },
}
export const bytea: Codec<Buffer> = {
  oid: 17,
  write(to, value) {
    const at = take(to, value.length)
    value.copy(to.bytes, at)
  },
}
export const uuid: Codec<string> = {
  oid: 2950,
  write(to, value) {
    const at = take(to, 16)
    const digits = value.replaceAll('-', '')
    if (digits.length !== 32 || to.bytes.write(digits, at, 'hex') !== 16) throw new RangeError('Not a UUID')
  },
}
/** The first byte is the version of the form; what follows is the document as text. */
export const jsonb: Codec<object> = {
  oid: 3802,
  write(to, value) {
    const at = take(to, 1)
    to.bytes[at] = 1
    text.write(to, JSON.stringify(value))
  },
}

/** A list of one dimension, whose places count from 1. */
export function array<Value>(oid: number, element: Codec<Value>): Codec<readonly Value[]> {
  return {
    oid,
    write(to, values) {
      // A list of nothing has no dimension.
      const dimensions = values.length === 0 ? [] : [values.length, 1]
      for (const head of [dimensions.length / 2, 0, element.oid, ...dimensions]) writeInt32(to, head)
      for (const value of values) writeSized(to, element, value)
    },
  }
}

type Columns<Row> = { [Name in keyof Row]-?: Codec<NonNullable<Row[Name]>> }

/** A row of a type of ours; `columns` names its columns in their order. */
export function composite<Row extends object>(oid: number, columns: Columns<Row>): Codec<Row> {
  const inOrder = Object.entries(columns) as [keyof Row, Codec<NonNullable<Row[keyof Row]>>][]
  return {
    oid,
    write(to, row) {
      writeInt32(to, inOrder.length)
      for (const [name, codec] of inOrder) {
        writeInt32(to, codec.oid)
        writeSized(to, codec, row[name])
      }
    },
  }
}
