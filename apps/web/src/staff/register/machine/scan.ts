import type { RegisterState } from '@shirogane/contract/resources/sales/transactions'
import { resendAfterMs } from './outcome.ts'
import type { Reply } from './outcome.ts'
import { isFree, withSale } from './register.ts'
import type { Fresh, Register, SaleEffect, Scan, Step } from './register.ts'
import { attach } from './sale.ts'
import type { Refusal } from './sale-parts.ts'
import type { Notice } from './sale-state.ts'

/** In this register's hands, whether or not its customer has been asked. */
export const openStatuses: ReadonlySet<RegisterState['status']> = new Set(['open', 'pending_confirm'])

/**
 * A member's code was read: in place of another one that is still being looked up. With a member already there, it opens a
 * sale of its own and the old one is given back after.
 */
export function readCode(register: Register, token: string, fresh: Fresh): Step {
  if (register.sale.phase.name !== 'editing' || register.scan?.token === token) return [register, []]
  const [free, effects] = giveUpScan(register, fresh)
  const { member, transaction_id } = free.sale
  const id = member === null ? transaction_id : fresh.id
  const [next, sent] = lookUp(free, { token, transaction_id: id, key: fresh.key })
  return [next, [...effects, ...sent]]
}

/** The lost look-up once more, as the same act. */
export function scanAgain(register: Register): Step {
  const { lostScan } = register
  return lostScan === null || !isFree(register) ? [register, []] : lookUp(register, lostScan)
}

function lookUp(register: Register, asked: Pick<Scan, 'token' | 'transaction_id' | 'key'>): Step {
  const { member, transaction_id } = register.sale
  const scan: Scan = { ...asked, sendings: 1, before: member === null ? null : transaction_id }
  const next = withSale(register, { is_scanning: true, notice: null })
  return [
    { ...next, act: { kind: 'scan', key: asked.key, body: null }, lostScan: null, scan },
    [{ do: 'send_scan', scan }],
  ]
}

/** The pause before the next sending is over. */
export function sendScanAgain(register: Register, before: Scan): Step {
  const scan = { ...before, sendings: before.sendings + 1 }
  return [{ ...register, scan }, [{ do: 'send_scan', scan }]]
}

/**
 * The clerk does not wait for the member any longer. Where the server has heard of them after all, their code is given
 * back.
 */
export function giveUpScan(register: Register, { id }: Fresh): Step {
  const { scan, sale } = register
  if (scan === null) return [register, []]
  const given = scan.transaction_id
  const next = withSale(register, {
    transaction_id: given === sale.transaction_id ? id : sale.transaction_id,
    is_scanning: false,
  })
  return [
    { ...next, scan: null, act: null },
    [
      { do: 'stop_timer', timer: 'rest' },
      { do: 'release', transaction_id: given },
    ],
  ]
}

export function takeScanReply(
  register: Register,
  asked: Scan,
  reply: Reply<RegisterState, Refusal>,
  { id }: Fresh,
): Step {
  const release: SaleEffect = { do: 'release', transaction_id: asked.transaction_id }
  if (register.scan?.key !== asked.key) return [register, reply.kind === 'answer' ? [release] : []]
  const pause = resendAfterMs[asked.sendings - 1]
  if (reply.kind === 'lost' && pause !== undefined)
    return [register, [{ do: 'start_timer', timer: 'rest', ms: pause }]]
  const known = { ...withSale(register, { is_scanning: false }), scan: null, act: null }
  if (reply.kind === 'lost') {
    const { transaction_id } = known.sale
    const notice: Notice = { kind: 'scan_lost', ...(reply.busy && { message: reply.busy.message }) }
    return [
      {
        ...withSale(known, {
          // The server may have opened the sale under this id: a sale that goes on without the member needs another one.
          transaction_id: asked.transaction_id === transaction_id ? id : transaction_id,
          notice,
        }),
        lostScan: asked,
      },
      [],
    ]
  }
  if (reply.kind === 'refusal')
    return [withSale(known, { notice: noticeOfRefusal(asked.token, reply.refusal) }), []]
  if (!openStatuses.has(reply.value.status) || reply.value.customer === null)
    return [withSale(known, { notice: { kind: 'unknown_code' } }), []]
  const [next, effects] = attach(known, reply.value)
  const { before } = asked
  return before === null || before === next.sale.transaction_id
    ? [next, effects]
    : [next, [...effects, { do: 'release', transaction_id: before }]]
}

function noticeOfRefusal(token: string, refusal: Refusal): Notice {
  if (refusal.code === 'MEMBER_UNVERIFIED') return { kind: 'unverified', token }
  if (refusal.code === 'KYC_VISIT') return { kind: 'kyc_visit', token }
  return { kind: 'refused', act: 'scan', ...refusal }
}
