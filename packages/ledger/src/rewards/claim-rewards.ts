import type { ErrorCode } from '@shirogane/contract/wire/errors'
import { returnableSince, type ReturnWindow } from '@shirogane/domain/refund/return-window'
import { type ClaimFacts, claimRewards as decideClaim } from '@shirogane/domain/rewards/claim-rewards'
import {
  isRewardDue,
  type OpenReward,
  payReward as decideReward,
  type RewardDueFacts,
} from '@shirogane/domain/rewards/pay-reward'
import { type ActOutcome, decideAndPost, type Held, postAct, type Rows } from '../act.ts'

export type ClaimRequest = {
  /** The inviter. */
  actor_id: string
  transaction_id: string
  route: string
  /** Null where the same claim asked for twice finds nothing the second time. */
  key: string | null
  /** Of what is asked: the same key with another hash is refused. */
  request_hash: Buffer | null
  /** Of one invited member; null for all. */
  affiliate_id: string | null
  method: 'wallet' | 'bank'
}

/** Claims what is confirmed, in the caller's database transaction, once for a key. */
export function claimRewards(db: Rows, request: ClaimRequest): Promise<ActOutcome<ErrorCode>> {
  return postAct(db, request, {
    hold: (act) =>
      db.rows<{ facts: Held<ClaimFacts> | null }>('select ledger.hold_claim_reward($1) as facts', [act]),
    decide: (facts) => decideClaim(facts, request),
  })
}

/** The first day whose sales may still come back, by the clock and the settings of the ledger. */
async function readReturnableSince(db: Rows): Promise<string> {
  const [read] = await db.rows<{ days: ReturnWindow }>('select ledger.return_window() as days')
  return returnableSince(read!.days)
}

type DueReward = { id: string; customer_id: string; facts: OpenReward }

const pageSize = 1_000

/**
 * Rewards whose time has come, and the customers of their sales: so many of void invitations, and so many others. What
 * waits for head office or for its inviter is passed over, however much of it there is.
 */
export async function listDueRewards(db: Rows, max: number): Promise<{ id: string; customer_id: string }[]> {
  const since = await readReturnableSince(db)
  const isDue = ({ facts }: DueReward) => isRewardDue(facts, since)
  const ofVoid = await db.rows<DueReward>('select id, customer_id, facts from ledger.void_rewards($1)', [max])
  const due = ofVoid.filter(isDue)
  const known = new Set(due.map(({ id }) => id))
  let room = max
  let page: DueReward[] = []
  do {
    const last: DueReward | undefined = page.at(-1)
    page = await db.rows('select id, customer_id, facts from ledger.pending_rewards($1, $2, $3, $4)', [
      since,
      last?.facts.sold_on ?? null,
      last?.id ?? null,
      pageSize,
    ])
    const found = page.filter(isDue).slice(0, room)
    due.push(...found.filter(({ id }) => !known.has(id)))
    room -= found.length
  } while (room > 0 && page.length === pageSize)
  return due.map(({ id, customer_id }) => ({ id, customer_id }))
}

/** Settles a reward whose time has come, in the caller's database transaction. Answers whether anything moved. */
export async function payReward(db: Rows, rewardId: string): Promise<boolean> {
  const { moved } = await decideAndPost(
    { reward_id: rewardId },
    {
      hold: (act) =>
        db.rows<{ facts: Held<RewardDueFacts> | null }>('select ledger.hold_pay_reward($1) as facts', [act]),
      decide: (facts: RewardDueFacts) => ({ movements: decideReward(facts) }),
      post: (act, decided) =>
        db.rows<{ moved: number }>('select moved from ledger.pay_reward($1, $2)', [act, decided]),
    },
  )
  return moved > 0
}
