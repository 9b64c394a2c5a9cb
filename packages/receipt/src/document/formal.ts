import type { ReceiptContent } from '@shirogane/contract/resources/sales/receipts'

/** What of a sale was put off when it was made. */
export function deferredIn({ tenders }: ReceiptContent): number {
  return tenders.filter(({ kind }) => kind === 'later').reduce((all, { amount }) => all + amount, 0)
}

/** What a formal receipt is made out for: what was received. Points are none of it, and neither is what is still to be paid. */
function receivedIn(content: ReceiptContent): number {
  return content.total - deferredIn(content) - (content.points_as === 'payment' ? content.points : 0)
}

/** Those formal receipts of deferred sales that name no due day were for the whole sale, and stay what was given out. */
const isOfWholeSale = (content: ReceiptContent): boolean => content.due_on === undefined

/** What a formal receipt was made out for. */
export function formalAmount(content: ReceiptContent): number {
  return receivedIn(content) + (isOfWholeSale(content) ? deferredIn(content) : 0)
}

/**
 * What of a formal receipt of a sale was undone, by the value of what came back, also where some of it was kept for spent points.
 * Money that paid the debt later is a matter of the one that was made out for it.
 */
export function formalRefunded(
  content: ReceiptContent,
  returns: { value: number; collected: number },
): number {
  return deferredIn(content) > 0 && isOfWholeSale(content) ? returns.value : returns.value - returns.collected
}
