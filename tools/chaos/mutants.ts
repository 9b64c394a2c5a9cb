import type { Books, Journal, Wallet } from './journal.ts'

export interface Mutant {
  name: string
  apply(view: { journal: Journal; before: Wallet[]; books: Books }): void
}

/**
 * Wrongs done on purpose to a copy of a good run. A checker that does not report each of them proves nothing when it
 * reports nothing.
 */
export const mutants: readonly Mutant[] = [
  {
    name: 'an acknowledged payment is lost',
    apply: ({ books, journal }) => {
      const gone = acknowledged(journal).transaction_id
      books.payments = books.payments.filter(({ id }) => id !== gone)
    },
  },
  {
    name: 'a payment is posted that nobody was told of',
    apply: ({ journal, books }) => {
      const acknowledgedOnes = acknowledged(journal)
      journal.splice(journal.indexOf(acknowledgedOnes), 1)
      // The wallet is made to fit, so that only the count can show it.
      for (const wallet of books.wallets) {
        if (wallet.user_id !== acknowledgedOnes.customer_id) continue
        wallet.balance += acknowledgedOnes.tenders.balance
        wallet.points +=
          acknowledgedOnes.tenders.points -
          (books.payments.find(({ id }) => id === acknowledgedOnes.transaction_id)?.earned ?? 0)
      }
    },
  },
  {
    name: 'a payment is in the books twice',
    apply: ({ books }) => void books.payments.push({ ...books.payments[0]!, pay_code_id: null }),
  },
  {
    name: 'one code paid twice',
    apply: ({ books }) => {
      const [one, two] = books.payments.filter(({ pay_code_id: code }) => code !== null)
      two!.pay_code_id = one!.pay_code_id
    },
  },
  {
    name: 'a refused payment was taken all the same',
    apply: ({ journal }) => {
      const entry = acknowledged(journal)
      entry.outcome = 'refused'
      entry.code = 'INSUFFICIENT_BALANCE'
    },
  },
  {
    name: 'an unknown payment was never cleared up',
    apply: ({ journal }) => void (acknowledged(journal).outcome = 'unknown'),
  },
  {
    name: 'a payment is off by one yen',
    apply: ({ books }) => {
      books.payments[0]!.total += 1
      books.payments[0]!.cash += 1
    },
  },
  { name: 'a wallet is off by one yen', apply: ({ books }) => void (books.wallets[0]!.balance += 1) },
  { name: 'a wallet is off by one point', apply: ({ books }) => void (books.wallets[0]!.points -= 1) },
  { name: 'an announcement is missing', apply: ({ books }) => void (books.payments[0]!.announced = 0) },
  {
    name: 'an announcement was never delivered',
    apply: ({ books }) => void (books.payments[0]!.delivered = 0),
  },
]

const acknowledged = (journal: Journal) =>
  journal.find(
    ({ outcome, customer_id, tenders }) => outcome === 'acknowledged' && customer_id && tenders.balance > 0,
  )!
