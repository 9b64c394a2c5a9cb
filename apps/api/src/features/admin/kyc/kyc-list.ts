import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../context.ts'
import type { Input, Output } from '../../../http/operation.ts'
import { presentQueued } from '../../kyc/present.ts'
import { countQueue, listRequests } from '../../kyc/store.ts'

/** Who waits to be checked, and what was decided. */
export async function listKyc(
  ctx: Context,
  _actor: Actor,
  { query: { status, page, limit } }: Input<'admin.kycList'>,
): Promise<Output<'admin.kycList'>> {
  const offset = (page - 1) * limit
  const [rows, counted] = await Promise.all([
    listRequests(ctx.db, status, offset, limit),
    countQueue(ctx.db, status),
  ])
  const total = Math.min(counted, limits.listTotalCap)
  return {
    items: rows.map(presentQueued),
    page,
    limit,
    total,
    total_capped: counted > limits.listTotalCap,
    next_page: offset + rows.length < counted ? page + 1 : null,
  }
}
