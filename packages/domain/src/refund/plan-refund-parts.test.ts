import fc from 'fast-check'
import { expect, test } from 'vitest'
import { refundParts } from '../testing/worlds/refund-parts.ts'

test.each([refundParts])('$name', ({ told }) => {
  fc.assert(
    fc.property(told, ({ rule, model }) => {
      expect(rule).toEqual(model)
    }),
    { numRuns: 500 },
  )
})
