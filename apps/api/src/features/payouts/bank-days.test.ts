import { sentenceOf } from '@shirogane/contract/wire/errors'
import { expect, test } from 'vitest'
import { Problem } from '../../http/problem.ts'
import { bankDayFrom, endOfCutoff, isBankDay, runOf, valueDateOf } from './bank-days.ts'

test('a request until the end of Monday is paid on Friday of the same week, a second later in the next', () => {
  expect(runOf('2026-11-23')).toEqual({
    cutoff_on: '2026-11-23',
    file_on: '2026-11-24',
    value_date: '2026-11-27',
  })
  expect(runOf('2026-11-24')).toMatchObject({ cutoff_on: '2026-11-30', value_date: '2026-12-04' })
  expect(runOf('2026-11-22')).toMatchObject({ cutoff_on: '2026-11-23' })
  expect(endOfCutoff(runOf('2026-11-23')).toISOString()).toBe('2026-11-23T15:00:00.000Z')
})

test('a Friday on which the banks rest moves to their next day of business', () => {
  expect(runOf('2026-12-28').value_date).toBe('2027-01-04')
  expect(runOf('2027-12-27').value_date).toBe('2028-01-04')
  // A holiday in the middle of the week moves nothing, and one on a Sunday rests on the Monday after.
  expect(runOf('2027-02-22').value_date).toBe('2027-02-26')
  expect(bankDayFrom('2027-03-20')).toBe('2027-03-23')
  expect(isBankDay('2026-12-30')).toBe(true)
})

test('a file that comes too late for its day is paid on the next day of the banks', () => {
  expect(valueDateOf('2026-11-24', '2026-11-27')).toBe('2026-11-27')
  expect(valueDateOf('2026-11-27', '2026-11-27')).toBe('2026-11-30')
  expect(valueDateOf('2026-12-30', '2026-12-25')).toBe('2027-01-04')
})

test('no day is guessed behind the end of the calendar: whoever asks is told so in a sentence', () => {
  expect(isBankDay('2099-12-30')).toBe(true)
  expect(() => isBankDay('2100-01-04')).toThrow(new Problem('PAYOUT_CALENDAR'))
  expect(() => runOf('2099-12-29')).toThrow(Problem)
  expect(() => valueDateOf('2099-12-30', '2099-12-30')).toThrow(Problem)
  expect(sentenceOf('PAYOUT_CALENDAR')).toBe(
    '振込予定日を確定できないため、現在は振込の手続きができません。お問い合わせください。',
  )
})
