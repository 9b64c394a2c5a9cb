import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { array, bytea, encode, int2, int4, int8, jsonb, text, Unwritable, uuid } from './binary.ts'
import { createWorld, type World } from '../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** From `pg_type`, where they are the same in every database. */
const OIDS_OF_LISTS = {
  smallint: 1005,
  int: 1007,
  bigint: 1016,
  text: 1009,
  uuid: 2951,
  jsonb: 3807,
  bytea: 1001,
}

/** What the database read. */
const readAs = async (type: string, bytes: Buffer) =>
  (await world.app.query(`select to_jsonb($1::${type}) as read`, [bytes])).rows[0].read

describe('the database reads what was written', () => {
  test.each([
    ['smallint', int2, [0, 1, -1, 32_767, -32_768]],
    ['int', int4, [0, -1, 2_147_483_647, -2_147_483_648]],
    ['bigint', int8, [0, -1, 4_294_967_296, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]],
    ['text', text, ['', 'シルバーリング', '𠮷野家 🎁', 'a'.repeat(20_000)]],
    ['uuid', uuid, ['00000000-0000-0000-0000-000000000000', '01a22117-eb91-7cd6-97c8-aecb2a67fe61']],
    ['jsonb', jsonb, [{}, [], { 名: ['銀', null, 1.5, { a: true }] }]],
  ] as const)('%s', async (type, codec, values) => {
    const list = array(OIDS_OF_LISTS[type], codec as never)
    expect(await readAs(`${type}[]`, encode(list, values as never))).toEqual(values)
  })

  test('bytea', async () => {
    const bytes = Buffer.from([0, 255, 92, 10])
    const list = array(OIDS_OF_LISTS.bytea, bytea)
    expect(await readAs('bytea[]', encode(list, [bytes, Buffer.alloc(0)]))).toEqual(['\\x00ff5c0a', '\\x'])
  })

  test('a list of nothing', async () => {
    expect(await readAs('int[]', encode(array(OIDS_OF_LISTS.int, int4), []))).toEqual([])
  })
})

test.each([
  ['a text that is no UUID', uuid, 'no'],
  ['a UUID with a digit too many', uuid, '01a22117-eb91-7cd6-97c8-aecb2a67fe610'],
  ['a UUID with a letter too many', uuid, '01a22117-eb91-7cd6-97c8-aecb2a67fe6g'],
  ['half a yen', int8, 0.5],
  ['a number beyond its type', int4, 2_147_483_648],
] as const)('refuses %s, as the database would', (_, codec, value) => {
  expect(() => encode(codec as never, value as never)).toThrow(
    expect.objectContaining({ name: Unwritable.name, code: '22P02' }),
  )
})
