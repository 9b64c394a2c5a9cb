import type { refundReasons } from '@shirogane/contract/terms/refund-words'
import { postRefund } from '@shirogane/ledger'
import type { Client } from 'pg'
import { uuidv7 } from '../../db/uuid.ts'
import { dbOf } from '../../db/sql.ts'

type Return = {
  kind: 'refund' | 'void'
  sku: string
  days_ago: number
  days_later: number
  reason: (typeof refundReasons)[number]
}

/** What was bought by card and came back: a ring that did not fit, and a cloth that had been rung up by mistake. */
export const returns: Readonly<Record<string, readonly Return[]>> = {
  takasaki: [
    { kind: 'refund', sku: 'RG001-13', days_ago: 24, days_later: 6, reason: 'サイズ・仕様の違い' },
    { kind: 'void', sku: 'CG001', days_ago: 9, days_later: 0, reason: 'レジの打ち間違い' },
  ],
}

/** Gives a whole sale back, with the approval of the person who closes the days of that store. */
export async function giveBack(
  client: Client,
  asked: Pick<Return, 'kind' | 'reason'> & {
    sale_id: string
    actor_id: string
    session_id: string
    approved_by: string
    register_id: string
  },
): Promise<void> {
  const outcome = await postRefund(dbOf(client), {
    ...asked,
    route: asked.kind,
    key: uuidv7(),
    request_hash: Buffer.alloc(1),
    transaction_id: uuidv7(),
    items: null,
    amount: null,
  })
  if (outcome.code !== null) throw new Error(`A ${asked.kind} of the history was refused: ${outcome.code}`)
}
