import type { PointReason } from '@shirogane/contract/resources/shapes'
import { type LineRow, spread, type TransactionRow } from '@shirogane/ledger'
import type { Context } from '../../../context.ts'
import { findGift, findLevelName, listCollected, listReasons, type ReasonRow } from './reasons-store.ts'
import { reasonLabels } from '../text.ts'

const gifts: Readonly<Record<string, { rule: PointReason['rule']; label: string }>> = {
  welcome: { rule: 'welcome', label: reasonLabels.welcome },
  birthday_registration: { rule: 'birthday_registration', label: reasonLabels.birthday_registration },
  birthday: { rule: 'birthday', label: reasonLabels.birthday },
  invite: { rule: 'invite', label: reasonLabels.invite },
  invite_join: { rule: 'invite', label: reasonLabels.invite },
  invite_given: { rule: 'invite', label: reasonLabels.invite_given },
}
const anyGift = { rule: 'gift', label: reasonLabels.anyGift } as const

/** Why a movement brought points, to the point. A movement that brought none has no reasons. */
export async function reasonsOf(ctx: Context, row: TransactionRow): Promise<PointReason[]> {
  const points = row.received_point_regular + row.received_point_limited
  if (row.kind === 'payment' && row.customer_id !== null) {
    const [campaigns, levelName] = await Promise.all([
      listReasons(ctx.db, row.id),
      row.level_before === null ? null : findLevelName(ctx.db, row.level_before, row.completed_at),
    ])
    return paymentReasons(row, campaigns, levelName)
  }
  if (row.kind === 'later_payment') {
    const collected = await listCollected(ctx.db, row.id)
    return collected.map(({ number, amount, rate_bp, points: earned, level_name }) => ({
      rule: 'level',
      label: reasonLabels.collected(number),
      base: amount,
      rate_bp,
      points: earned,
      rounding: 'running',
      uncut_points: earned,
      cut_by: null,
      level_name,
      campaign_id: null,
      expires_on: null,
    }))
  }
  if (row.kind !== 'grant' || points === 0) return []
  const gift = await findGift(ctx.db, row.id)
  return [
    {
      ...((gift.campaign !== null && gifts[gift.campaign]) || anyGift),
      base: null,
      rate_bp: null,
      points,
      rounding: 'exact',
      uncut_points: points,
      cut_by: null,
      level_name: null,
      campaign_id: null,
      expires_on: row.received_point_limited > 0 ? gift.expires_on : null,
    },
  ]
}

function paymentReasons(
  row: TransactionRow,
  campaigns: readonly ReasonRow[],
  levelName: string | null,
): PointReason[] {
  const ofLevel = Math.floor((row.earn_base * row.rate_bp) / 10_000)
  return [
    ...(row.earn_base > 0
      ? [
          {
            rule: 'level' as const,
            label: reasonLabels.level,
            base: row.earn_base,
            rate_bp: row.rate_bp,
            points: ofLevel,
            rounding: 'floor' as const,
            uncut_points: ofLevel,
            cut_by: null,
            level_name: levelName,
            campaign_id: null,
            expires_on: null,
          },
        ]
      : []),
    ...campaigns.map((reason) => ({
      rule: reason.rule,
      label: reason.label,
      base: reason.base,
      rate_bp: reason.rate_bp,
      points: reason.points,
      rounding: reason.rate_bp === null ? ('exact' as const) : ('floor' as const),
      uncut_points: reason.uncut_points,
      cut_by: reason.cut_by,
      level_name: null,
      campaign_id: reason.campaign_id,
      expires_on: reason.expires_on,
    })),
  ]
}

/** The points of a sale, spread over what was paid for each of its lines without points. */
export function pointsOfLines(row: TransactionRow, lines: readonly LineRow[]): number[] {
  return spread(
    row.kind === 'payment' ? row.received_point_regular + row.received_point_limited : 0,
    lines.map(({ subtotal, share_points }) => subtotal - share_points),
  )
}
