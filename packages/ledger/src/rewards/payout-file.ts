import type { ErrorCode } from '@shirogane/contract/wire/errors'
import {
  exportPayouts as decideExport,
  type ExportPayoutsFacts,
  takePayouts as decideTake,
  type PayoutLine,
  type WaitingPayout,
  withheldOfLines,
} from '@shirogane/domain/payouts/export-payouts'
import type { IsHolder } from '@shirogane/domain/payouts/standing'
import { decideAndPost, type Held, type Rows } from '../act.ts'

/** A payout as the file for the bank names it. */
export type TakenPayout = WaitingPayout & {
  fee: number
  value_date: string
  bank_code: string
  bank_kana: string
  branch_code: string
  branch_kana: string
  account_type: 'ordinary' | 'current' | 'savings'
  /** In hexadecimal digits. */
  encrypted_account: string
  /** Nothing was sent to this account before. */
  is_first: boolean
}

/** What can go into a file now, locked until the commit; or why nothing can. */
export async function takePayouts(
  db: Rows,
  employeeId: string,
  isHolder: IsHolder,
): Promise<{ code: null; payouts: TakenPayout[] } | { code: ErrorCode }> {
  const [read] = await db.rows<{ facts: { are_frozen: boolean; payouts: TakenPayout[] } }>(
    'select ledger.hold_take_payouts($1) as facts',
    [employeeId],
  )
  return decideTake(read!.facts, isHolder)
}

/** What a file that pays these payouts on a day leaves out of each for the tax, in their order. */
export async function quoteWithheld(
  db: Rows,
  ids: readonly string[],
  valueDate: string,
): Promise<{ id: string; withheld: number }[]> {
  const [read] = await db.rows<{ lines: PayoutLine[] }>('select ledger.payout_lines($1, $2) as lines', [
    ids,
    valueDate,
  ])
  return withheldOfLines(read!.lines)
}

/** Writes a file down that carries these payouts. Answers why it is not the one to be sent, or null. */
export async function exportPayouts(
  db: Rows,
  {
    encrypted,
    ...file
  }: {
    id: string
    actor_id: string
    value_date: string
    /** In the order of the file, with what each leaves out for the tax. */
    lines: readonly { id: string; withheld: number }[]
    total: number
    sha256: Buffer
    encrypted: Buffer
  },
): Promise<ErrorCode | null> {
  const { code } = await decideAndPost(file, {
    hold: (act) =>
      db.rows<{ facts: Held<ExportPayoutsFacts> }>('select ledger.hold_export_payouts($1) as facts', [act]),
    decide: (facts: ExportPayoutsFacts) => decideExport(facts, file),
    post: (act, decided) =>
      db.rows<{ code: ErrorCode | null }>('select ledger.export_payouts($1, $2, $3) as code', [
        act,
        decided,
        encrypted,
      ]),
  })
  return code
}
