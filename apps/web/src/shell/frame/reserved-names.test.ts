import { readUsername } from '@shirogane/contract/inputs/read-fields'
import { isReservedUsername } from '@shirogane/contract/inputs/reserved-names'
import { expect, test } from 'vitest'
import { routePatterns } from '../navigation/paths.ts'

test('no member is named like a part of an address of the app', () => {
  const names = routePatterns
    .flatMap((pattern) => pattern.split('/'))
    .map(readUsername)
    .filter((name) => name !== null)
  expect(names).toContain('affiliator')
  expect(names.filter((name) => !isReservedUsername(name))).toEqual([])
})
