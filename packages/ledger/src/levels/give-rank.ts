import type { ErrorCode } from '@shirogane/contract/wire/errors'
import {
  endGivenRank as decideEnd,
  giveRank as decideGift,
  type GivenRankFacts,
  type GivenRankPlan,
} from '@shirogane/domain/ranks/give-rank'
import { decideAndPost, type Held, type Rows } from '../act.ts'
import { type RankedMember, rankRows } from './rank-rows.ts'

/** A rank that head office gives, with the approval of a second person; its last day as `2026-12-31`. */
export type GivenRank = {
  id: string
  user_id: string
  level_index: number
  until: string
  reason: string
  given_by: string
  approved_by: string
}

/** Gives a member a rank in the caller's database transaction, instead of one that runs. Answers why it is refused. */
export function giveRank(db: Rows, gift: GivenRank): Promise<ErrorCode | null> {
  return changeGivenRank(db, gift, {
    decide: (facts) => decideGift(facts, gift),
    post: (act, decided) => db.rows('select ledger.give_rank($1, $2) as code', [act, decided]),
  })
}

/** Ends the given rank that runs in the caller's database transaction. Answers why it is refused. */
export function endGivenRank(
  db: Rows,
  end: { user_id: string; reason: string; ended_by: string },
): Promise<ErrorCode | null> {
  return changeGivenRank(db, end, {
    decide: decideEnd,
    post: (act, decided) => db.rows('select ledger.end_given_rank($1, $2) as code', [act, decided]),
  })
}

type MemberFacts = GivenRankFacts & { member: RankedMember | null }

async function changeGivenRank<Code extends ErrorCode>(
  db: Rows,
  request: { user_id: string },
  {
    decide,
    post,
  }: {
    decide: (facts: GivenRankFacts) => GivenRankPlan | { code: Code }
    post: (act: string, decided: string) => Promise<{ code: ErrorCode | null }[]>
  },
): Promise<ErrorCode | null> {
  const { code } = await decideAndPost(request, {
    hold: (act) => db.rows<{ facts: Held<MemberFacts> }>('select ledger.hold_given_rank($1) as facts', [act]),
    decide: (facts: MemberFacts) => {
      const decided = decide(facts)
      return 'judgement' in decided
        ? { code: null, ...rankRows([{ member: facts.member!, ...decided }]) }
        : decided
    },
    post,
  })
  return code
}
