import type { CampaignPart } from '../campaigns/add-points.ts'
import type { Gift } from '../points/take-back-gift.ts'
import type { PointWallet } from '../points/wallet.ts'
import type { EarnedReward } from '../rewards/reward-lost.ts'
import type { SaleRewards } from '../rewards/take-back-rewards.ts'
import type { ByTender, CounterTender } from '../sales/tenders.ts'

/** A line of a sale as it was posted, and what has gone back of it. */
export type SoldLine = {
  line: number
  sku_id: string | null
  sku: string | null
  name: string
  quantity: number
  unit_price: number
  discount: number
  subtotal: number
  tax_rate_bp: number
  /** How it was paid, in yen; points count a yen each. */
  shares: ByTender
  /** Earlier refunds: pieces, yen, and the yen of each tender. */
  gone: ByTender & { quantity: number; subtotal: number }
}

/** Points of one lot: in a sale those that it used, in refunds those that came back. */
export type LotPoints = { lot: string | null; points: number }

/** A lot of limited points of the customer: with points in it, or used by the sale. In the order of their ends. */
export type Lot = {
  id: string
  remaining: number
  expires_at: string
  /** Its end has passed. */
  ended: boolean
  /** The sale brought it. */
  own: boolean
  /** The movement that brought it. */
  transaction_id: string
}

/** A sale of the member who left: what it earned, and what its returns have taken back. */
type ReturnedSale = {
  earned: number
  earn_base: number
  returned_base: number
  reclaimed: number
}

/** Given balance with which one collection paid off a debt, in yen. */
type GivenToDebt = {
  bonus: number
  /** Given balance of the same collection that went into debts before this one. */
  before: number
  /** Of all given balance of the collection, what came out of lots with an end, and the latest of these ends. */
  of_lots: number
  until: string | null
}

/** A gift that a sale brought a member. `has_left`: they are none any more. */
export type GiftOfSale = Gift & { customer_id: string; has_left: boolean }

/** Everything that a refund is decided by, as one query reads it. Money in yen, dates of Japan. */
export type RefundFacts = {
  today: string
  /** The business day that the shop is on. */
  shop_date: string
  window_days: number
  expired_points_days: number
  balance_max: number
  sale: {
    id: string
    number: string
    kind: string
    store_id: string
    customer_id: string | null
    business_date: string
    sold_on: string
    is_voided: boolean
    spent_total: number
    refunded_total: number
    paid: number
    points_regular: number
    points_limited: number
    later: number
    /** Of the paid balance, what earlier refunds brought back. */
    back_paid: number
    corrected_card: number | null
    /** Points that the sale gave at once. */
    earned: number
    points_reclaimed: number
    earn_base: number
    /** What its tax was reckoned on. */
    taxed: number
    lots: readonly LotPoints[]
  }
  lines: readonly SoldLine[]
  /** Earlier refunds of the sale: the yen of money, the points, and of these the limited ones by lot. */
  earlier: { base: number; points: number; lots: readonly LotPoints[] }
  /** The deferred part of the sale, where it has one. */
  debt:
    | ({
        outstanding: number
        written_off: number
        paid_left: number
        collected: number
        /** Points that its collections gave. */
        points: number
        /** Given balance that its collections brought, and what of it has gone back. */
        given: readonly GivenToDebt[]
        given_back: number
      } & { [Each in CounterTender as `${Each}_left`]: number })
    | null
  /** What gave the points of the sale; null where no campaign added any to those of the rank. */
  reasons: {
    /** The rate of the rank that counted, and points that earlier refunds took of what it gave. */
    rank: { label: string; rate_bp: number; taken: number }
    campaigns: readonly (Pick<
      CampaignPart,
      'campaign_id' | 'rule' | 'label' | 'rate_bp' | 'points' | 'account'
    > & {
      /** Of its points, those that earlier refunds took. */
      taken: number
    })[]
  } | null
  wallet: {
    balance: number
    /** Card charges that the gateway has not answered yet. */
    pending: number
    balance_bonus: number
    point_regular: number
    point_limited: number
    point_debt: number
    point_regular_expires_on: string | null
    level_accumulation: number
    level_year: number
  } | null
  /** Null while the customer is a member. What they gave up by leaving, and their other sales of which something came back. */
  left: { forfeited: number; lapsed: number; sales: readonly ReturnedSale[] } | null
  lots: readonly Lot[]
  /** What collections of the deferred part brought, by year. */
  collections: readonly { year: number; yen: number }[]
  /** What is left of the rewards of the sale, and the terms that they were earned by. */
  reward: (EarnedReward & SaleRewards) | null
  /** The shop whose numbers movements of inviters bear. */
  home_store: string
  /** Gifts for an invitation that the sale brought, to the customer and to who invited them, in the order of members. */
  gifts: readonly GiftOfSale[]
  /** The wallets of the others who were given some, by member. */
  inviters: Readonly<Record<string, PointWallet>>
}

export type RefundWish = {
  /** Pieces by line, from 1; null for an amount, or for all that is left. */
  items: readonly { line: number; quantity: number }[] | null
  /** Yen of the bill, points included, for articles that stay with the customer. */
  amount: number | null
  is_void: boolean
  /** The customer agreed to balance where cash or a card would come back. */
  to_balance: boolean
}
