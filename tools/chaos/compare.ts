import type { Books, Entry, Journal, Wallet } from './journal.ts'

/**
 * Compares what the registers were told with what the books say, and lists every difference in a sentence. It knows
 * nothing of how the server works: only what must be true of money, no matter what died in between.
 */
export function compareBooks(journal: Journal, before: readonly Wallet[], books: Books): string[] {
  return [
    ...lostOrChanged(journal, books),
    ...doubledOrInvented(journal, books),
    ...codesSpentTwice(books),
    ...walletsOff(journal, before, books),
    ...books.payments
      .filter(({ announced, delivered }) => announced !== 1 || delivered !== 1)
      .map(
        ({ id, announced, delivered }) =>
          `${id} is in the outbox ${announced} times and was delivered ${delivered} times`,
      ),
    ...books.findings.map((finding) => `the audit says: ${finding}`),
    ...(books.unsealed > 0 ? [`${books.unsealed} payments are in no seal`] : []),
  ]
}

function lostOrChanged(journal: Journal, { payments }: Books): string[] {
  const posted = new Map(payments.map((payment) => [payment.id, payment]))
  return journal.flatMap((entry) => {
    const { transaction_id: id, outcome, code } = entry
    const payment = posted.get(id)
    if (outcome === 'unknown') return [`${id} is still unknown after it was asked for again`]
    if (outcome === 'refused') {
      return payment && !acknowledgedElsewhere(journal, entry)
        ? [`${id} was refused with ${code} and is in the books`]
        : []
    }
    if (!payment) return [`${id} was acknowledged and is lost`]
    const right =
      payment.total === entry.total &&
      payment.points === entry.tenders.points &&
      payment.balance === entry.tenders.balance &&
      payment.cash === entry.tenders.cash &&
      payment.customer_id === entry.customer_id &&
      payment.number === entry.number
    return right
      ? []
      : [
          `${id} was acknowledged for ${entry.total} yen and is in the books for ${payment.total}, or paid otherwise`,
        ]
  })
}

/** The same sale may have been asked for under a second key; then one of the two answers is a refusal. */
function acknowledgedElsewhere(journal: Journal, entry: Entry): boolean {
  return journal.some(
    (other) =>
      other !== entry && other.transaction_id === entry.transaction_id && other.outcome === 'acknowledged',
  )
}

function doubledOrInvented(journal: Journal, { payments }: Books): string[] {
  const known = new Set(
    journal.filter(({ outcome }) => outcome === 'acknowledged').map((entry) => entry.transaction_id),
  )
  const seen = new Set<string>()
  return payments.flatMap(({ id }) => {
    if (seen.has(id)) return [`${id} is in the books twice`]
    seen.add(id)
    return known.has(id) ? [] : [`${id} is in the books and nobody was told`]
  })
}

function codesSpentTwice({ payments }: Books): string[] {
  const codes = payments.flatMap(({ pay_code_id: code }) => code ?? [])
  return codes.filter((code, index) => codes.indexOf(code) !== index).map((code) => `code ${code} paid twice`)
}

/** Balances by the registers' own sums: what the customer had, less what was acknowledged, plus the points earned. */
function walletsOff(journal: Journal, before: readonly Wallet[], { payments, wallets }: Books): string[] {
  const earned = new Map(payments.map(({ id, earned: points }) => [id, points]))
  const now = new Map(wallets.map((wallet) => [wallet.user_id, wallet]))
  return before.flatMap(({ user_id, balance, points }) => {
    const own = journal.filter((entry) => entry.customer_id === user_id && entry.outcome === 'acknowledged')
    const balanceDue = own.reduce((left, { tenders }) => left - tenders.balance, balance)
    const pointsDue = own.reduce(
      (left, { tenders, transaction_id: id }) => left - tenders.points + (earned.get(id) ?? 0),
      points,
    )
    const wallet = now.get(user_id)
    if (wallet?.balance === balanceDue && wallet.points === pointsDue) return []
    return [
      `${user_id} should hold ${balanceDue} yen and ${pointsDue} points and holds ${wallet?.balance} and ${wallet?.points}`,
    ]
  })
}
