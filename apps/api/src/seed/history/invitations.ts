import { limits } from '@shirogane/contract/rules/limits'
import type { Client } from 'pg'
import { dbOf } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { endOfDay } from '../../lib/days.ts'
import { members } from '../cast.ts'
import { legalVersion } from '../legal/legal.ts'
import type { SeededIds } from '../seeded-ids.ts'
import { giveGift, listDueRewards, payReward } from '@shirogane/ledger'

/** What Kyoko of the cast may claim when the brand opens, besides what she was paid before: two transfers' worth of rewards. */
const rewardsToClaim = 15_500

/** Large orders of friends, with how long ago. Without a total it is what their inviter's rewards still lack. */
export const friendSales: Readonly<Record<string, readonly { days_ago: number; total: number | null }[]>> = {
  saburo: [
    { days_ago: 41, total: 88_000 },
    { days_ago: 27, total: 66_000 },
    { days_ago: 15, total: null },
    { days_ago: 5, total: 12_100 },
  ],
  okure: [
    { days_ago: 57, total: 30_000 },
    { days_ago: 40, total: 22_000 },
  ],
  teishi: [{ days_ago: 44, total: 76_000 }],
}

/** Who came by whose link, before the first of them bought anything. */
export async function bindFriends(client: Client, ids: SeededIds, at: Date): Promise<void> {
  for (const { username, invite_code } of members) {
    if (invite_code === undefined) continue
    await client.query(
      `insert into affiliators (user_id, code, terms_version, agreed_at, created_at) values ($1, $2, $3, $4, $4)`,
      [ids.members.get(username), invite_code, legalVersion, at],
    )
    await client.query(
      `insert into consents (user_id, slug, version, agreed_at) values ($1, 'affiliator', $2, $3)`,
      [ids.members.get(username), legalVersion, at],
    )
  }
  for (const { username, invited_by } of members) {
    if (invited_by === undefined) continue
    await client.query(
      `insert into affiliates (id, user_id, affiliator_id, created_at)
       select $1, $2, user_id, $4::timestamptz from affiliators where code = $3`,
      [uuidv7(), ids.members.get(username), invited_by, at],
    )
  }
}

/** What an invited member gets with the first purchase, on the day of that purchase. */
export async function giveWelcome(
  client: Client,
  { sale, customer }: { sale: string; customer: string },
): Promise<void> {
  const { rows } = await client.query<{ at: Date; inviter: string }>(
    `select ledger.now() as at, u.username as inviter from affiliates a join users u on u.id = a.affiliator_id
     where a.user_id = $1`,
    [customer],
  )
  const { at, inviter } = rows[0]!
  await giveGift(dbOf(client), {
    transaction_id: uuidv7(),
    user_id: customer,
    occasion: { campaign: 'invite', period: 'once' },
    sale_id: sale,
    points: limits.invitePoints,
    expires_at: endOfDay(at, limits.inviteDays).toISOString(),
    message: { code: 'invite', inviter },
  })
}

/** Yen that a friend has to spend now, so that the rewards to claim come to what they are known for. */
export async function missingReward(client: Client, ids: SeededIds): Promise<number> {
  const { rows } = await client.query<{ earned: string }>(
    `select coalesce(sum(amount - reversed - claimed), 0) as earned from ledger.rewards where affiliator_id = $1`,
    [ids.members.get('kyoko')],
  )
  const missing = rewardsToClaim - Number(rows[0]!.earned)
  return Math.max(0, missing) * (10_000 / limits.affiliateRateBp)
}

/** What can no longer be returned is confirmed, as the night would have done it; of one friend, if that is named. */
export async function confirmRewards(client: Client, friend: string | null = null): Promise<void> {
  const db = dbOf(client)
  for (const { id, customer_id } of await listDueRewards(db, 1_000))
    if (friend === null || customer_id === friend) await payReward(db, id)
}
