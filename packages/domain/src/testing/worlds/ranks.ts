import fc from 'fast-check'
import { foreseeFall } from '../../ranks/foresee-fall.ts'
import { judgeRank, type RankStanding } from '../../ranks/judge-rank.ts'
import { bought, ladder, on } from '../rank-standing.ts'
import { worldsOf } from './told-twice.ts'

const rank = fc.integer({ min: 0, max: 4 })
const yen = fc.integer({ min: 0, max: 1_200_000 })
const standings = fc
  .record({
    carried: rank,
    yen,
    refunded: fc.boolean(),
    last: fc.record({ yen, rank }),
    given: fc.option(rank),
  })
  .map(({ carried, yen: sum, refunded, last, given }) =>
    bought(carried, sum, {
      level_year: 2025,
      level_last_refunded: refunded,
      level_last_sum: last.yen,
      level_last_rank: last.rank,
      level_given: given,
      level_given_until: given === null ? null : '2026-06-30',
    }),
  )

const withoutChange = ({ change: _, ...standing }: RankStanding & { change?: unknown }): RankStanding =>
  standing

/** Every night looks, one after the other. */
const byNight = (member: RankStanding, last: string) =>
  ['2026-01-01', '2026-07-01', '2027-01-01', '2028-01-01']
    .filter((night) => night <= last)
    .reduce((standing, night) => withoutChange(judgeRank(standing, on(night)) ?? standing), member)

const days = fc.constantFrom('2026-03-01', '2027-02-01', '2028-01-01')
const reachedBy = (yen: number | null) => ladder.filter((quota) => quota <= (yen ?? 0)).length - 1
/** What a year leaves: the rank that its purchases reached, or one step below the one that was brought into it. */
const leftBy = (yen: number | null, brought: number | null) => Math.max(reachedBy(yen), (brought ?? 0) - 1, 0)

/** Year after year, told a second time. */
function rankOn(member: RankStanding, today: string): object {
  const year = Number(today.slice(0, 4))
  const { level_last_refunded, level_last_sum, level_last_rank, level_given_until } = member
  let carried = level_last_refunded ? leftBy(level_last_sum, level_last_rank) : member.level_carried
  let yen = member.level_accumulation
  let rank = Math.min(member.level_index, Math.max(carried, reachedBy(yen)))
  for (let ended = member.level_year; ended < year; ended += 1) {
    carried = leftBy(yen, carried)
    rank = carried
    yen = 0
  }
  const holds = level_given_until !== null && level_given_until >= today
  return {
    rank,
    carried,
    yen,
    year: Math.max(year, member.level_year),
    given: holds ? member.level_given : null,
  }
}

export const rankWorlds = [
  worldsOf(
    'a year leaves the rank that it earned, or one step less than was brought into it',
    fc.record({ member: standings, today: days }),
    ({ member, today }) => {
      const after = judgeRank(member, on(today)) ?? member
      return {
        rule: {
          rank: after.level_index,
          carried: after.level_carried,
          yen: after.level_accumulation,
          year: after.level_year,
          given: after.level_given,
        },
        model: rankOn(member, today),
      }
    },
  ),
  worldsOf(
    'nights that were missed come to the same, and a second look changes nothing',
    fc.record({ member: standings, last: days }),
    ({ member, last }) => {
      const at_once = judgeRank(member, on(last))!
      return {
        rule: { standing: withoutChange(at_once), again: judgeRank(at_once, on(last)) },
        model: { standing: byNight(member, last), again: null },
      }
    },
  ),
  worldsOf('what is foretold is what New Year brings', standings, (before) => {
    const member = withoutChange(judgeRank(before, on('2026-12-01')) ?? before)
    const fall = foreseeFall(member, 2026, on('2026-12-01'))
    const brought = judgeRank(member, on('2027-01-01'))!.change
    const enough = {
      ...member,
      level_accumulation: member.level_accumulation + (fall === null ? 0 : fall.missing),
    }
    return {
      rule: {
        fall: fall && [fall.level_before, fall.level_after],
        // With what is missing there is none.
        enough: foreseeFall(enough, 2026, on('2026-12-01')),
      },
      model: { fall: brought && [brought.level_before, brought.level_after], enough: null },
    }
  }),
]
