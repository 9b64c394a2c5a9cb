import { describe, expect, test } from 'vitest'
import { callOf, type CallName, calls } from '../wire/calls.ts'
import { readUsername } from './read-fields.ts'
import { isReservedUsername } from './reserved-names.ts'

describe('a name is reserved', () => {
  test('where an address of a call has a word of its own', () => {
    const words = (Object.keys(calls) as CallName[])
      .flatMap((name) => callOf(name).path.split('/'))
      .filter((segment) => segment !== '' && !segment.startsWith('{'))
    const names = [...new Set(words.map(readUsername).filter((name) => name !== null))]
    expect(names).toEqual(
      expect.arrayContaining(['affiliator', 'affiliates', 'transactions', 'isusernameavailable']),
    )
    expect(names.filter((name) => !isReservedUsername(name))).toEqual([])
  })

  test('where it is the brand’s, or a number of staff', () => {
    const names = [
      'admin',
      'support',
      'official',
      'root',
      'system',
      'webmaster',
      'postmaster',
      'guest',
      'anonymous',
    ]
    names.push(
      'shirogane',
      'shiroganeten',
      'tsukishiro_official',
      'ginkosha',
      'staff_01',
      'help_jp',
      'e0010',
      'e9999',
    )
    expect(names.filter((name) => !isReservedUsername(name))).toEqual([])
    expect(readUsername('Ｅ００１０')).toBe('e0010')
  })

  test('and not where a person is called so', () => {
    for (const name of ['hanako', 'takasaki', 'e001', 'e00100', 'emi0010', 'kanri', 'userx', 'adminko'])
      expect([name, isReservedUsername(name)]).toEqual([name, false])
  })
})
