import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bought, memberOf, on, quotas } from '../testing/rank-standing.ts'
import { rankWorlds } from '../testing/worlds/ranks.ts'
import { foreseeFall } from './foresee-fall.ts'
import { endGivenRank, giveRank, type GivenRankFacts } from './give-rank.ts'
import { heldRank, judgeRank, type RankChange, type RankStanding } from './judge-rank.ts'

const toldOf = (change: RankChange | null) =>
  change && [change.reason, change.year, change.level_before, change.level_after, change.accumulation]

describe('at New Year a rank', () => {
  test.each<[string, RankStanding, number]>([
    ['stays where the year earned it', bought(0, 300_000), 3],
    ['falls one step below the one that was brought into the year', bought(3, 0), 2],
    ['falls to what the year earned where that is higher', bought(4, 300_000), 3],
    ['holds to the end of the year after the one that earned it', bought(2, 99_999), 1],
    ['never falls below the first', bought(0, 0), 0],
  ])('%s', (_, member, level) => {
    expect(judgeRank(member, on('2027-01-01'))).toMatchObject({
      level_index: level,
      level_carried: level,
      level_year: 2027,
      level_accumulation: 0,
      level_last_sum: member.level_accumulation,
      level_last_rank: member.level_carried,
    })
  })

  test('is judged by the lowest quota that its year had', () => {
    const moment = '2026-06-30T12:00:00'
    const lowered = { level_index: 2, quota: 90_000, valid_from: moment, valid_until: null }
    const calendar = {
      today: '2027-01-01',
      quotas: [...quotas.map((q) => (q.level_index === 2 ? { ...q, valid_until: moment } : q)), lowered],
    }
    expect(judgeRank(bought(0, 90_000), calendar)).toMatchObject({ level_index: 2 })
    expect(foreseeFall(bought(2, 40_000), 2026, { ...calendar, today: '2026-12-01' })).toEqual({
      level_before: 2,
      level_after: 1,
      missing: 50_000,
    })
  })

  test('falls a step for each year that was not judged, and only the last of them is remembered', () => {
    expect(judgeRank(bought(0, 400_000), on('2029-03-01'))).toMatchObject({
      level_index: 1,
      level_year: 2029,
      level_last_sum: 0,
      level_last_rank: 2,
      change: { reason: 'year', year: 2029, level_before: 3, level_after: 1, accumulation: 400_000 },
    })
  })
})

describe('what goes back', () => {
  test.each<[string, RankStanding, number, number]>([
    ['of this year takes the rank that it earned', bought(0, 99_999, { level_index: 2 }), 1, 0],
    ['of this year leaves what was brought along', bought(1, 0, { level_index: 2 }), 1, 1],
    [
      'of the year before takes the rank that it brought into this one',
      bought(3, 0, { level_last_refunded: true, level_last_sum: 0, level_last_rank: 0 }),
      0,
      0,
    ],
    [
      'of the year before leaves one below the rank that was held before',
      bought(4, 0, { level_last_refunded: true, level_last_sum: 0, level_last_rank: 4 }),
      3,
      3,
    ],
    [
      'of the year before leaves what the rest of that year earned',
      bought(3, 0, { level_last_refunded: true, level_last_sum: 120_000, level_last_rank: 0 }),
      2,
      2,
    ],
    [
      'of the year before leaves what this year has earned',
      bought(3, 100_000, { level_last_refunded: true, level_last_sum: 0, level_last_rank: 0 }),
      2,
      0,
    ],
  ])('%s', (_, member, level_index, level_carried) => {
    expect(judgeRank(member, on('2026-05-10'))).toEqual({
      ...member,
      level_index,
      level_carried,
      level_last_refunded: false,
      change: {
        reason: 'refund',
        year: 2026,
        level_before: member.level_index,
        level_after: level_index,
        accumulation: member.level_accumulation,
      },
    })
  })

  test('is judged before the year that nobody has judged yet', () => {
    const member = bought(1, 0, { level_last_refunded: true, level_last_sum: 25_000, level_last_rank: 0 })
    expect(judgeRank(member, on('2027-01-01'))).toMatchObject({ level_index: 0, level_last_rank: 0 })
  })
})

describe('a given rank', () => {
  const given = (level: number, until: string) => ({ level_given: level, level_given_until: until })

  test.each<[string, RankStanding, string, unknown[] | null]>([
    ['ends the day after its last', memberOf(given(3, '2026-06-30')), '2026-07-01', ['ended', 2026, 3, 0, 0]],
    [
      'is no news where purchases have passed it',
      bought(0, 300_000, given(2, '2026-06-30')),
      '2026-07-01',
      null,
    ],
    ['hides a fall beneath it', bought(3, 0, given(4, '2027-03-31')), '2027-01-01', null],
    [
      'that ends with the year is one change with New Year',
      bought(2, 0, given(4, '2026-12-31')),
      '2027-01-01',
      ['ended', 2027, 4, 1, 0],
    ],
    [
      'that had been passed does not stand for a fall at New Year',
      bought(3, 0, given(2, '2026-12-31')),
      '2027-01-01',
      ['year', 2027, 3, 2, 0],
    ],
  ])('%s', (_, member, today, change) => {
    expect(toldOf(judgeRank(member, on(today))!.change)).toEqual(change)
  })

  test('counts to the end of its last day, and nothing is judged until then', () => {
    const member = bought(0, 30_000, given(3, '2026-06-30'))
    expect(judgeRank(member, on('2026-06-30'))).toBeNull()
    expect([heldRank(member, '2026-06-30'), heldRank(member, '2026-07-01')]).toEqual([3, 1])
  })

  const factsOf = (change: Partial<GivenRankFacts> = {}): GivenRankFacts => ({
    ...on('2026-05-10'),
    member: bought(0, 30_000),
    has_left: false,
    is_rank: true,
    is_own: false,
    ...change,
  })
  const wish = { level_index: 2, until: '2027-12-31' }

  test.each<[string, Partial<GivenRankFacts>, Partial<typeof wish>, string]>([
    ['to a member that there is not', { member: null }, {}, 'NOT_FOUND'],
    ['to who has left', { has_left: true, is_own: true }, {}, 'NOT_FOUND'],
    ['that there is not', { is_rank: false }, {}, 'NOT_FOUND'],
    ['by its own member', { is_own: true }, { until: '2026-05-09' }, 'SELF_DEALING'],
    ['until a day that is over', {}, { until: '2026-05-09' }, 'RANK_UNTIL'],
    ['beyond the next year', {}, { until: '2028-01-01', level_index: 1 }, 'RANK_UNTIL'],
    ['that purchases have given', {}, { level_index: 1 }, 'RANK_NOT_ABOVE'],
  ])('is not given %s', (_, change, wished, code) => {
    expect(giveRank(factsOf(change), { ...wish, ...wished })).toEqual({ code })
  })

  test.each<[string, RankStanding, number, unknown[] | null]>([
    ['lifts its member', bought(0, 30_000), 2, ['given', 2026, 1, 2, 30_000]],
    [
      'may be lower than the one that it replaces',
      memberOf(given(4, '2026-05-10')),
      3,
      ['given', 2026, 4, 3, 0],
    ],
    ['is no news where it is the same', memberOf(given(4, '2026-05-10')), 4, null],
  ])('%s', (_, member, level_index, change) => {
    const plan = giveRank(factsOf({ member }), { ...wish, level_index })
    expect('change' in plan && [plan.judgement, toldOf(plan.change)]).toEqual([null, change])
  })

  test('is measured by the rank of this year, where the member has not been judged yet', () => {
    const member = bought(2, 0, { level_year: 2025 })
    expect(giveRank(factsOf({ member }), wish)).toMatchObject({
      code: null,
      judgement: { level_index: 1, change: { reason: 'year', level_before: 2, level_after: 1 } },
      change: { reason: 'given', level_before: 1, level_after: 2 },
    })
  })

  test('ends before its day, once, and by no member of an own one', () => {
    const member = bought(0, 30_000, given(3, '2026-12-31'))
    expect(endGivenRank(factsOf({ member }))).toMatchObject({
      change: { reason: 'ended', level_before: 3, level_after: 1, accumulation: 30_000 },
    })
    expect(endGivenRank(factsOf({ member, is_own: true }))).toEqual({ code: 'SELF_DEALING' })
    expect(endGivenRank(factsOf({ is_own: true }))).toEqual({ code: 'CONFLICT' })
    const over = bought(0, 30_000, given(3, '2026-05-09'))
    expect(endGivenRank(factsOf({ member: over }))).toEqual({ code: 'CONFLICT' })
  })
})

describe('in December a fall is foretold', () => {
  test.each<[string, RankStanding, [number, number, number] | null]>([
    ['with the yen that are missing', bought(3, 1), [3, 2, 299_999]],
    ['to what the year has earned', bought(4, 120_000), [4, 3, 880_000]],
    ['and none where the rank is kept', bought(3, 300_000), null],
    ['and none of a year that has not been judged', bought(3, 0, { level_year: 2025 }), null],
    [
      'and none under a given rank that goes on',
      bought(3, 0, { level_given: 4, level_given_until: '2027-12-31' }),
      null,
    ],
    [
      'of a given rank that ends with the year',
      bought(3, 0, { level_given: 4, level_given_until: '2026-12-31' }),
      [4, 2, 1_000_000],
    ],
    [
      'to a given rank that goes on',
      bought(4, 0, { level_given: 3, level_given_until: '2027-06-30' }),
      [4, 3, 1_000_000],
    ],
  ])('%s', (_, member, fall) => {
    const found = foreseeFall(member, 2026, on('2026-12-01'))
    expect(found && [found.level_before, found.level_after, found.missing]).toEqual(fall)
  })

  test('and none once the year is over', () => {
    expect(foreseeFall(bought(3, 1), 2026, on('2027-01-01'))).toBeNull()
  })
})

test.each(rankWorlds)('$name', ({ told }) => {
  fc.assert(
    fc.property(told, ({ rule, model }) => {
      expect(rule).toEqual(model)
    }),
  )
})
