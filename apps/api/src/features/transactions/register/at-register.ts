import type { TransactionAtRegister } from '@shirogane/contract/resources/shapes'
import type { TransactionRow } from '@shirogane/ledger'
import type { Actor, Context } from '../../../context.ts'
import { type Directory, directoryOf } from '../sale/directory.ts'
import { findOtherHalf } from '../refund/exchange-store.ts'
import { takenBack } from '../history/list-store.ts'
import { findGranted, isOpenDay, listCorrections, listPieces, listReturns } from './at-register-store.ts'
import { mayReadNames, memberName } from '../search/search-rules.ts'
import { namesOf } from '../search/search-store.ts'

/** A movement as the staff of its shop see it, beside what its customer sees. */
export async function atRegister(
  ctx: Context,
  actor: Actor,
  row: TransactionRow,
): Promise<TransactionAtRegister> {
  const [directory, returns, corrections, day_is_open, members, granted, gone, pieces, exchange] =
    await Promise.all([
      directoryOf(ctx),
      listReturns(ctx.db, row.id),
      listCorrections(ctx.db, row.id),
      row.store_id === null ? false : isOpenDay(ctx.db, row.store_id, row.business_date),
      row.customer_id === null ? null : namesOf(ctx.db, [row.customer_id]),
      row.kind === 'grant' || row.kind === 'transfer' ? findGranted(ctx.db, row.id) : null,
      takenBack(ctx.db, [row]),
      listPieces(ctx.db, row.id),
      row.kind === 'refund' || row.kind === 'payment' ? findOtherHalf(ctx.db, row.id) : null,
    ])
  const person = personOf(directory)
  const register = directory.registers.get(row.register_id ?? '')
  const member = row.customer_id === null ? undefined : members?.get(row.customer_id)
  return {
    register: register ? { id: register.id, number: register.number } : null,
    member: member ? { id: member.id, name: memberName(member, mayReadNames(actor)) } : null,
    note: row.corrections == null ? row.note : (row.corrected_note ?? null),
    approved_by: person(row.approved_by ?? null),
    day_is_open,
    handed: granted,
    exchange,
    charged:
      row.kind === 'charge' && row.cash_tendered !== null
        ? { amount: row.received_paid, taken_back: gone.has(row.id) }
        : null,
    pieces,
    returns: returns.map((back) => ({
      id: back.id,
      number: back.number,
      kind: back.kind,
      amount: back.spent_total,
      reason: back.reason,
      employee: person(back.employee_id),
      at: back.completed_at.toISOString(),
    })),
    corrections: corrections.map((one) => {
      const changesEmployee = one.employee_before !== one.employee_after
      return {
        id: one.id,
        cash_before: one.cash_before,
        cash_after: one.cash_after,
        card_before: one.card_before,
        card_after: one.card_after,
        employee_before: changesEmployee ? (person(one.employee_before)?.name ?? null) : null,
        employee_after: changesEmployee ? (person(one.employee_after)?.name ?? null) : null,
        note_before: one.note_before,
        note_after: one.note_after,
        reason: one.reason,
        employee: person(one.corrected_by),
        at: one.corrected_at.toISOString(),
      }
    }),
  }
}

function personOf({ employees }: Directory) {
  return (id: string | null): { id: string; number: string; name: string } | null => {
    const found = id === null ? undefined : employees.get(id)
    return found ? { id: found.id, number: found.number, name: found.name } : null
  }
}
