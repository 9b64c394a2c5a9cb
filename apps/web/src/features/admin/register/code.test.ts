import { describe, expect, test } from 'vitest'
import { passesLuhn, readCode } from './code.ts'
import { uuid7 } from './uuid7.ts'

describe('what was read', () => {
  test('the text of a pay code is a member', () => {
    expect(readCode('SG1ABCDEFGH0123')).toEqual({ kind: 'member', token: 'SG1ABCDEFGH0123' })
  })

  test('sixteen figures with the right check digit are a member, however they are written', () => {
    const member = { kind: 'member', token: '4539148803436467' }
    expect(readCode('4539148803436467')).toEqual(member)
    expect(readCode('4539 1488 0343 6467')).toEqual(member)
    expect(readCode(' ４５３９-１４８８-０３４３-６４６７ ')).toEqual(member)
  })

  test('sixteen figures with a wrong check digit are no code', () => {
    expect(readCode('4539148803436468')).toEqual({ kind: 'unknown' })
  })

  test('anything else that a bar code may hold is looked up as an article', () => {
    expect(readCode('2000000000015')).toEqual({ kind: 'article', code: '2000000000015' })
    expect(readCode('SV-CUP-0042')).toEqual({ kind: 'article', code: 'SV-CUP-0042' })
  })

  test('what no bar code of ours holds is unknown', () => {
    expect(readCode('https://example.com/a/very/long/address/of/something')).toEqual({ kind: 'unknown' })
    expect(readCode('こんにちは')).toEqual({ kind: 'unknown' })
    expect(readCode('')).toEqual({ kind: 'unknown' })
  })

  test('every single wrong figure is caught by the check digit', () => {
    const good = '4539148803436467'
    for (let place = 0; place < good.length; place += 1) {
      for (const digit of '0123456789') {
        if (digit === good[place]) continue
        expect(passesLuhn(good.slice(0, place) + digit + good.slice(place + 1))).toBe(false)
      }
    }
  })
})

describe('the id of a sale', () => {
  test('is a UUIDv7 that begins with the time', () => {
    const id = uuid7(0x0123456789ab, new Uint8Array(10).fill(0xff))
    expect(id).toBe('01234567-89ab-7fff-bfff-ffffffffffff')
    expect(uuid7()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  test('a later one sorts behind', () => {
    expect(uuid7(2_000) > uuid7(1_000)).toBe(true)
  })
})
