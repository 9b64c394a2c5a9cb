export interface Tenders {
  points: number
  balance: number
  cash: number
}

/** One sale as a register remembers it: written down before it is sent, and completed by what came back. */
export interface Entry {
  key: string
  transaction_id: string
  clerk: number
  /** The customer who pays; null for a sale without a member. */
  customer_id: string | null
  method: 'POST' | 'PATCH'
  path: string
  body: unknown
  total: number
  tenders: Tenders
  outcome: 'unknown' | 'acknowledged' | 'refused'
  /** The refusal's code. */
  code: string | null
  number: string | null
  /** When it was first sent and first acknowledged, in milliseconds by this machine's clock; null before. */
  sent_at: number | null
  acknowledged_at: number | null
}

export type Journal = Entry[]

/** What the books say of one payment. */
export interface Posted {
  id: string
  number: string
  customer_id: string | null
  pay_code_id: string | null
  total: number
  points: number
  balance: number
  cash: number
  earned: number
  /** How often its event stands in the outbox, and how often it was sent. */
  announced: number
  delivered: number
}

export interface Wallet {
  user_id: string
  balance: number
  points: number
}

export interface Books {
  payments: Posted[]
  wallets: Wallet[]
  /** What the ledger's own audit found, the chain included. */
  findings: string[]
  unsealed: number
}
