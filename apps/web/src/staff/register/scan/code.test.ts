import { payCodeDigits, payTokenText } from '@shirogane/contract/inputs/pay-code'
import { describe, expect, test } from 'vitest'
import { readCode } from '../../shared/scanner/code.ts'
import { commandGroups, commandPrefix, readCommand } from './commands.ts'
import { uuid7 } from '../../../shell/api/uuid7.ts'

describe('what was read', () => {
  const token = payTokenText(Array.from({ length: 26 }, (_, index) => index))
  const digits = payCodeDigits('453914880343646')

  test('the text of a pay code is a member, whichever way it was written', () => {
    expect(readCode(token)).toEqual({ kind: 'member', token })
    expect(readCode(token.toLowerCase())).toEqual({ kind: 'member', token })
  })

  test('sixteen figures with the right check digit are a member', () => {
    const member = { kind: 'member', token: digits }
    expect(readCode(digits)).toEqual(member)
    expect(readCode(digits.replace(/(\d{4})/g, '$1 '))).toEqual(member)
    const fullWidth = [...digits].map((digit) => String.fromCodePoint(digit.charCodeAt(0) + 0xfee0)).join('')
    expect(readCode(fullWidth)).toEqual(member)
  })

  test('a pay code with one wrong sign is no code, and no article either', () => {
    const wrong = (text: string, place: number, sign: string) =>
      text.slice(0, place) + sign + text.slice(place + 1)
    expect(readCode(wrong(digits, 3, digits[3] === '0' ? '1' : '0'))).toEqual({ kind: 'unknown' })
    expect(readCode(wrong(token, 12, token[12] === 'Z' ? 'Y' : 'Z'))).toEqual({ kind: 'unknown' })
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
})

describe('the printed page of commands', () => {
  const codes = Object.values(commandGroups).flatMap((group) => group.map(([code]) => commandPrefix + code))

  test('has a code of its own for each, which no member, receipt or pay code can have', () => {
    expect(new Set(codes).size).toBe(codes.length)
    for (const code of codes) {
      expect(readCode(code).kind, code).toBe('article')
      expect(code).toMatch(/^[0-9A-Z-]{6,16}$/)
    }
  })

  test('reads every one of its codes back, also where the scanner types small letters, and nothing else', () => {
    for (const code of codes) expect(readCommand(code.toLowerCase()), code).toEqual(readCommand(code))
    expect(readCommand('SG0-EXACT')).toEqual({ kind: 'exact' })
    expect(readCommand('SG0-N10000')).toEqual({ kind: 'note', value: 10_000 })
    expect(readCommand('SG0-EXACT1')).toBeNull()
    expect(readCommand('2000000000015')).toBeNull()
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
