import type { ParkedSale, ResumedSale } from '@shirogane/contract/resources/sales/parked'
import type { Discount } from '@shirogane/contract/terms/sale-terms'
import type { Sku } from '@shirogane/contract/resources/brand/skus'
import type { RegisterState } from '@shirogane/contract/resources/sales/transactions'
import type { PayBody } from '@shirogane/contract/transactions/pay'
import type { PayUpdateBody } from '@shirogane/contract/transactions/pay/update'
import type { Article, Line, LineChange } from '../cart/cart.ts'
import type { Held } from '../parked/held.ts'
import { nothingEntered } from '../tender/tenders.ts'
import type { Payment } from '../tender/tenders.ts'
import type { Pursuit, Reply } from './outcome.ts'
import type { Parked, Refusal, SignedDeferral, SlipBegun, TerminalSlip } from './sale-parts.ts'
import type { Notice, SaleState } from './sale-state.ts'
import type { StoredAct, StoredSale } from './storage.ts'

/** A member's code that was read. It is kept in memory only: a pay code is never written down. */
export type Scan = {
  token: string
  transaction_id: string
  key: string
  sendings: number
  /** The sale of the member before, whose code is given back once this one is there. */
  before: string | null
}

/** What is sent to complete a sale. */
export type Completing =
  | { call: 'pay'; body: PayBody; key: string }
  | { call: 'payUpdate'; body: PayUpdateBody; key: string }

/** The whole register: what its screens see of the sale, and beside it what only the machine needs. */
export type Register = {
  register_id: string
  sale: SaleState
  /** The act that is under way, as it is written down. */
  act: StoredAct | null
  level_at_scan: number | null
  /** Which sale since the page was opened; its transaction may get another id meanwhile. */
  serial: number
  /** Renewals of the hold since the last edit: who only waits for coins keeps the code, an abandoned sale does not. */
  quietRenewals: number
  /** The one that is being looked up; an answer about another one is not taken. */
  scan: Scan | null
  /** The one whose answer was lost. */
  lostScan: Scan | null
  /** The sale on its way to the server, until its result is known. */
  completion: { sending: Completing; pursuit: Pursuit<Refusal> } | null
  /** Of the last completion: a late answer to it is told from those to the next. */
  turns: number
  /** What the device had written down, until the server has said what became of it. */
  recovery: { stored: StoredSale; until: number; isResting: boolean } | null
  /** The carts that were put aside here and that the server may not know of yet. */
  held: readonly Held[]
  /** The one of them that is on its way, and those that follow it. */
  round: { id: string; rest: readonly string[]; isAskedAgain: boolean } | null
  /** The page is being left: nothing more is sent or written, and what is written tells the next page where to go on. */
  isLeft: boolean
}

/**
 * What no rule can make for itself: the time, whether the device has a network at all, and names that were never used.
 */
export type Fresh = { now: number; isOnline: boolean; id: string; key: string }

/** A question that the server is asked about a sale, and why. */
export type StateQuestion = {
  transaction_id: string
  why: 'completion' | 'person' | 'recovery' | 'member'
  turn: number
}
type Withdrawal = { transaction_id: string; why: 'person' | 'changed' }
type Repricing = { transaction_id: string; sku_ids: readonly string[]; parked: Parked | null }
/** `seen` is what stood in the strip when it was asked for. */
type TakingUp = { parked: Parked; serial: number; seen: Notice | null }
/** `rest` lies between two sendings or questions. */
export type Timer = 'rest' | 'overdue' | 'claim'

type StateReply = Reply<RegisterState, Refusal>

export type SaleEvent =
  /** The page starts, with what the device had written down. */
  | { type: 'opened'; stored: StoredSale | null; held: readonly Held[] }
  | { type: 'left' }
  // What a person does with the cart. `seen` is what stood in the strip when an article was read.
  | { type: 'article_added'; sku: Article; seen: Notice | null }
  | { type: 'weighed'; sku: Sku; weight_mg: number }
  | { type: 'amount_typed'; name: string; unit_price: number; quantity: number; tax_rate: number | undefined }
  | { type: 'line_changed'; key: string; change: LineChange }
  | { type: 'quantity_set'; key: string; quantity: number }
  | { type: 'line_removed'; key: string }
  | { type: 'line_restored'; line: Line; index: number }
  | { type: 'line_selected'; key: string }
  | { type: 'look_begun'; code: string }
  | { type: 'look_ended'; code: string; serial: number }
  | { type: 'cleared' }
  // What a person does about the payment.
  | { type: 'discounted'; discount: Discount | null }
  | { type: 'approved'; id: string }
  | { type: 'slip_typed'; terminal: TerminalSlip }
  | { type: 'slip_begun'; begun: SlipBegun | null }
  | { type: 'deferred'; signed: SignedDeferral | null }
  | { type: 'tender_chosen'; payment: Payment }
  | { type: 'tender_entered'; payment: Payment; amount: number }
  | { type: 'confirmed' }
  | { type: 'asked_now' }
  | { type: 'withdraw_asked' }
  | { type: 'next_asked' }
  | { type: 'notice_put'; notice: Notice | null; seen: Notice | null }
  // What a person does about the member.
  | { type: 'code_read'; token: string }
  | { type: 'scan_again' }
  | { type: 'scan_given_up' }
  | { type: 'member_dropped' }
  // Carts that wait.
  | { type: 'put_aside'; name: string; keepsArticles: boolean }
  | { type: 'resume_asked'; parked: Parked }
  | { type: 'held_taken_back'; id: string }
  | { type: 'held_discarded'; id: string }
  | { type: 'waiting_sent' }
  // What comes back from the world.
  | { type: 'scan_replied'; scan: Scan; reply: StateReply }
  | { type: 'completion_replied'; turn: number; reply: StateReply }
  | { type: 'state_came'; question: StateQuestion; reply: StateReply }
  | { type: 'hold_renewed'; transaction_id: string; reply: StateReply }
  | { type: 'withdrawn'; withdrawal: Withdrawal }
  /** At the prices of now, and of the cart that was put aside; null where they cannot be had. */
  | { type: 'repriced'; repricing: Repricing; skus: readonly Sku[] | null; quoted: readonly Sku[] }
  | { type: 'resumed'; takingUp: TakingUp; reply: Reply<ResumedSale, Refusal> }
  | { type: 'held_replied'; held: Held; reply: Reply<ParkedSale, Refusal> }
  | { type: 'reported'; transaction_id: string }
  | { type: 'rang'; timer: Timer }

/** An event with what it needs of the world. */
export type Happened<E extends SaleEvent = SaleEvent> = E & { fresh: Fresh }

export type SaleEffect =
  | { do: 'keep'; sale: StoredSale }
  | { do: 'keep_held'; held: readonly Held[] }
  /** Out of what is kept by now, which is another page's. */
  | { do: 'forget_held'; id: string }
  | { do: 'send_held'; held: Held }
  | { do: 'send_scan'; scan: Scan }
  | { do: 'send_completion'; sending: Completing; turn: number }
  | { do: 'observe'; transaction_id: string }
  | { do: 'stop_observing' }
  | { do: 'ask_state'; question: StateQuestion }
  | { do: 'renew_hold'; body: PayUpdateBody; key: string }
  /** Gives a scanned code back. It ends by itself too, so this is not waited for. */
  | { do: 'release'; transaction_id: string }
  | { do: 'withdraw'; withdrawal: Withdrawal }
  | { do: 'reprice'; repricing: Repricing }
  | { do: 'resume'; takingUp: TakingUp }
  | { do: 'start_timer'; timer: Timer; ms: number }
  | { do: 'stop_timer'; timer: Timer }

/** What becomes of the register, and what is to be done for it, in this order. */
export type Step = [Register, readonly SaleEffect[]]

export const emptySale = (transaction_id: string): SaleState => ({
  transaction_id,
  lines: [],
  discount: null,
  approval: null,
  terminal: null,
  begun: null,
  signed: null,
  parked: null,
  selected: null,
  entered: nothingEntered,
  active: 'cash',
  member: null,
  is_scanning: false,
  looking: [],
  phase: { name: 'editing' },
  notice: null,
})

/** A register whose device has not been read yet. */
export const unopened = (register_id: string, transaction_id: string): Register => ({
  register_id,
  sale: emptySale(transaction_id),
  act: null,
  level_at_scan: null,
  serial: 0,
  quietRenewals: 0,
  scan: null,
  lostScan: null,
  completion: null,
  turns: 0,
  recovery: null,
  held: [],
  round: null,
  isLeft: false,
})

/** What is written down of it. */
export function storedOf({ sale, act, level_at_scan }: Register): StoredSale {
  const { transaction_id, lines, discount, approval, terminal, begun, signed, parked } = sale
  const { selected, entered, active, member, phase } = sale
  return {
    transaction_id,
    lines,
    discount,
    approval,
    terminal,
    begun,
    signed,
    parked,
    selected,
    entered,
    active,
    has_member: member !== null,
    level_at_scan,
    act,
    is_done: phase.name === 'done',
  }
}

export const isEditing = ({ sale }: Register): boolean => sale.phase.name === 'editing'
/** The sale may be changed and no member's code is being looked up. */
export const isFree = (register: Register): boolean => isEditing(register) && !register.sale.is_scanning
/** Nor an article, which would come into the cart that is open by then. */
export const isWhole = (register: Register): boolean => isFree(register) && register.sale.looking.length === 0

/** A change of the sale that its screens see. */
export const withSale = (register: Register, change: Partial<SaleState>): Register => ({
  ...register,
  sale: { ...register.sale, ...change },
})
