import type { Transfer } from './transfer.ts'

/** A part of limited points or of given balance with an end of its own; `left` where some of it has gone already. */
export type NewLot = { amount: number; until: string | null; left?: number }

/** A reward that a movement earns the member who invited its customer, as the ledger keeps it. */
type NewReward = {
  sale_id: string
  customer_id: string
  affiliator_id: string
  base: number
  rate_bp: number
  base_min: number
  amount: number
  /** What the day had no room for, and the room that a whole day has. */
  cut: number
  day_max: number
  sold_on: string
}

export type CashStep = 'float' | 'pay_in' | 'pay_out' | 'over_short' | 'deposit' | 'reopen'
export type RewardStep = 'accrue' | 'confirm' | 'reverse' | 'claim'
export type AdjustmentStep = 'write_off'

/**
 * A movement as the ledger's door takes it (`ledger.post_movements`). What follows from its transfers is not said: how it
 * was paid, what it brought, and what its customer holds afterwards.
 */
export type Movement = {
  /** Left out where nothing refers to it. */
  id?: string
  kind:
    | 'refund'
    | 'charge'
    | 'grant'
    | 'transfer'
    | 'convert'
    | 'expire'
    | 'adjustment'
    | 'reward'
    | 'payout'
    | 'prepaid_cashout'
    | 'buyback'
    | 'cash'
  customer_id: string | null
  store_id: string
  register_id?: string | null
  employee_id?: string | null
  approved_by?: string | null
  related_id?: string | null
  /** The code that its customer showed for it, which it spends. */
  pay_code_id?: string | null
  /**
   * What moves the cash of a drawer, what it does to rewards for inviting, or that it gives up a debt; `confirm` names the
   * reward as what it belongs to.
   */
  step?: CashStep | RewardStep | AdjustmentStep
  /** Of cash alone: any day that is still open. */
  business_date?: string
  reason?: string | null
  note?: string | null
  /** What it tells its customer, beside what its row says. */
  message?: { code: string } | null
  /** What was handed over, of which the change comes back. */
  cash_tendered?: number
  points_owed?: number
  /** Basis points of a yen for a point that is exchanged. */
  rate_bp?: number
  /** How it changes deferred payments. */
  debts?: { sale_id: string; written_off: number }[]
  reward_moves?: { reward_id: string; reversed?: number; returned?: number; claimed?: number }[]
  rewards?: NewReward[]
  /** The shop whose number it bears, where it is not its own. */
  numbered_by?: string
  /** Who is told of it, where it is not the customer: the books alone, or the tills of the shop. */
  topic?: 'books' | 'till'
  /** What its customer gave for it in all. */
  spent_total?: number
  transfers: Transfer[]
  /** Which lots of limited points it takes from, and until when those were good, as its row keeps it. */
  lots?: { lot: string; points: number; until: string }[]
  /** By how much it changes lots of limited points; where it says nothing, what ends first is taken first. */
  point_lots?: { lot: string; change: number }[]
  new_point_lots?: NewLot[]
  new_bonus_lots?: NewLot[]
  /** It is a use of points: regular ones live on for twelve months. */
  renews?: boolean
}

/** What was decided of an act: movements in their order, or why there are none. */
export type Decision<Code extends string = string> = { code: null; movements: Movement[] } | Refusal<Code>

/** `n` and `m` are the figures of its sentence. `again`: asked once more it is the same act, and its key stays free. */
export type Refusal<Code extends string = string> = { code: Code; n?: number; m?: number; again?: true }
