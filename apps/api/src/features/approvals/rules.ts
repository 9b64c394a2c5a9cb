import { grouped } from '@shirogane/contract/rules/digits'
import type { Approval } from '@shirogane/contract/resources/brand/approvals'
import type { ApprovalKind } from '@shirogane/contract/wire/permissions'
import type { Actor } from '../../context.ts'
import type { ApprovalRow, Colleague } from './store.ts'

/** Who would decide: all that the right to it rests on. */
export type Decider = Pick<Colleague, 'id' | 'type' | 'store_id'>

export function deciderOf(actor: Actor): Decider | null {
  const { employee } = actor
  return employee ? { id: employee.id, type: employee.type, store_id: employee.store_id } : null
}

export function statusOf(row: Pick<ApprovalRow, 'status' | 'used_at' | 'has_expired'>): Approval['status'] {
  if (row.used_at !== null) return 'used'
  const isOver = row.status === 'waiting' || row.status === 'approved'
  return isOver && row.has_expired ? 'expired' : row.status
}

const words: Readonly<Record<ApprovalKind, { name: string; unit: (amount: string) => string }>> = {
  discount: { name: '値引き', unit: (n) => `${n}円` },
  refund: { name: '返金', unit: (n) => `${n}円` },
  void: { name: '取引の削除', unit: (n) => `${n}円` },
  correction: { name: '支払いの修正', unit: (n) => `${n}円` },
  grant: { name: 'ポイント付与', unit: (n) => `${n}pt` },
  close_difference: { name: 'レジ締めの差額', unit: (n) => `${n}円` },
  later_limit: { name: '後払いの利用枠', unit: (n) => `${n}円` },
  later_overdue: { name: '延滞中の後払い', unit: (n) => `${n}円` },
  later_signed: { name: '電話を使わない後払い', unit: (n) => `${n}円` },
  stock_adjust: { name: '在庫調整', unit: (n) => `${n}点` },
  stock_count: { name: '棚卸の確定', unit: (n) => `${n}点` },
  cash_guard: { name: '現金200万円超の取引', unit: (n) => `${n}円` },
  buyback: { name: '買取の取り消し', unit: (n) => `${n}円` },
  // Without an amount: the subject says which one, and until when.
  rank: { name: 'ランクの付与', unit: (n) => n },
}

/** What a second person is told: what, how much, where and by whom. */
export function noticeOf(row: ApprovalRow): { title: string; message: string } {
  const { name, unit } = words[row.kind as ApprovalKind]
  const amount = row.amount === null ? '' : ` ${unit(grouped(row.amount))}`
  return {
    title: '承認をお願いします',
    message: `${name}${amount}（${row.store_name}・${row.requested_by.name}）`,
  }
}
