import { limits } from '@shirogane/contract/rules/limits'
import type { ResumedSale } from '@shirogane/contract/resources/sales/parked'
import type { RegisterCustomer } from '@shirogane/contract/resources/shapes'
import type { Discount } from '@shirogane/contract/terms/sale-terms'
import type { Sku } from '@shirogane/contract/resources/brand/skus'
import type { RegisterState } from '@shirogane/contract/resources/sales/transactions'
import type { PayBody } from '@shirogane/contract/transactions/pay'
import type { PayUpdateBody } from '@shirogane/contract/transactions/pay/update'
import { totalsOf } from '../cart/cart.ts'
import type { Line } from '../cart/cart.ts'
import type { Reply } from './outcome.ts'
import type { HeldPorts } from '../parked/held.ts'
import type { SaleStorage } from './storage.ts'
import type { Approval, Parked, Refusal, SignedDeferral, SlipBegun, TerminalSlip } from './sale-parts.ts'
import { billOf } from '../tender/tenders.ts'
import type { Available, Entered, Payment } from '../tender/tenders.ts'

export type Member = {
  customer: RegisterCustomer
}

/** What stands in the strip over the cart. Nothing is lost while it is there. */
export type Notice =
  | ({ kind: 'refused'; act: 'scan' | 'settle' } & Refusal)
  /** A code could not be looked up for now, or its answer was lost; the same act can be tried again. */
  | { kind: 'scan_lost'; message?: string }
  /** A reload found the sale not completed. */
  | { kind: 'not_settled' }
  /** A reload found that the member's code is no longer held. */
  | { kind: 'member_gone' }
  /** With what was read, as far as it helps to see it. */
  | { kind: 'unknown_code'; read?: string }
  /** The code of a person who is not verified yet: it pays nothing, and opens the check of the person. */
  | { kind: 'unverified'; token: string }
  | { kind: 'kyc_visit'; token: string }
  /** An article could not be looked up, or is not sold any more. */
  | { kind: 'article'; message: string }
  | { kind: 'warning'; message: string }
  /** A cart that was put aside cannot be paid here any more, and is out of hand. */
  | { kind: 'parked_gone'; message: string }

/** Whether it opens a sheet that asks for more about a person, and stays until that has its answer. */
export function isQuestion(notice: Notice | null): boolean {
  if (notice?.kind === 'refused') return notice.code === 'CASH_KYC_REQUIRED'
  return notice?.kind === 'unverified' || notice?.kind === 'kyc_visit'
}

/** Whether it is about one article, and the sale goes on without an act of the clerk. */
export const isAboutArticle = ({ kind }: Notice): boolean => kind === 'unknown_code' || kind === 'article'

export type Phase =
  /** Finding out after a reload what became of the sale in storage. */
  | { name: 'recovering'; is_overdue: boolean }
  | { name: 'editing' }
  /** The sale has been sent and nothing may be touched until its result is known. */
  | {
      name: 'completing'
      is_overdue: boolean
      is_asking: boolean
      /** What the customer is asked for on their phone, and until when; null where no one is asked. */
      confirming: { balance: number; points: number; later: number; until: number } | null
    }
  | { name: 'done'; result: RegisterState; rank_up: string | null }

export type SaleState = {
  /** Of the sale in hand; the server knows it from the scan or the completion on. */
  transaction_id: string
  lines: readonly Line[]
  /** Taken off the whole of it. */
  discount: Discount | null
  /** A second person's approval for a discount: good for exactly that one. */
  approval: Approval | null
  /** The slip of the card terminal, once it was run. */
  terminal: TerminalSlip | null
  begun: SlipBegun | null
  /** What the customer agrees to of a deferred payment. */
  signed: SignedDeferral | null
  /** The cart on the server that was put aside and taken back here. */
  parked: Parked | null
  /** The line that was touched last. */
  selected: string | null
  entered: Entered
  /** The tender that the keypad writes into. */
  active: Payment
  member: Member | null
  /** A scanned code is being looked up. */
  is_scanning: boolean
  /** The articles that are being looked up for this sale, as they were read. */
  looking: readonly string[]
  phase: Phase
  notice: Notice | null
}

/** What the register needs from the world, so that its rules can be tried without a browser or a network. */
export type MachinePorts = HeldPorts & {
  storage: SaleStorage
  pay: (body: PayBody, key: string) => Promise<Reply<RegisterState, Refusal>>
  payUpdate: (body: PayUpdateBody, key: string) => Promise<Reply<RegisterState, Refusal>>
  /** The articles of the cart at the prices of now; null where they cannot be had. */
  skus: (ids: readonly string[]) => Promise<readonly Sku[] | null>
  resume: (id: string, version: number) => Promise<Reply<ResumedSale, Refusal>>
  now: () => number
  registerState: (transaction_id: string) => Promise<Reply<RegisterState, Refusal>>
  /** Takes the question back that the customer was asked about this sale. */
  withdraw: (transaction_id: string) => Promise<Reply<RegisterState, Refusal>>
  /** Settles when a socket tells of this transaction. */
  observe: (transaction_id: string) => { reported: Promise<void>; stop: () => void }
  /** Names a sale, a line that was typed, and the key of an act alike. */
  newId: () => string
}

export const nothingAvailable: Available = { points: 0, balance: 0 }

export function availableOf(member: Member | null): Available {
  if (member === null) return nothingAvailable
  const { balance, point_balance } = member.customer.wallet
  return { points: Math.max(0, point_balance), balance: Math.max(0, balance), later: true }
}

/** Whether anything of a sale is in hand, from the first article or code to the end of its result. */
export function isUnderWay({ phase, lines, member, is_scanning, looking }: SaleState): boolean {
  return phase.name !== 'editing' || lines.length > 0 || member !== null || is_scanning || looking.length > 0
}

/** Why the sale cannot be confirmed now; null when it can. */
export function obstacleOf(state: SaleState): 'empty' | 'too_large' | 'remaining' | 'busy' | null {
  const { gross, total } = totalsOf(state)
  if (state.phase.name !== 'editing' || state.is_scanning || state.looking.length > 0) return 'busy'
  if (state.lines.length === 0 || total === 0) return 'empty'
  if (gross > limits.amountMax) return 'too_large'
  return billOf(total, state.entered).remaining > 0 ? 'remaining' : null
}

/** Whether the word that was given is about this very discount. */
export function isApproved(
  { approval }: Pick<SaleState, 'approval'>,
  totals: { gross: number; discount: number },
): boolean {
  return approval !== null && approval.gross === totals.gross && approval.discount === totals.discount
}
