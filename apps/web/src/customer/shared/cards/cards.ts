import type { PaymentMethod } from '@shirogane/contract/resources/members/payment-methods'
import { ask } from '../../../shell/queries/queries.ts'
import { dateInTokyo, todayInTokyo } from '../../../shared/dates/dates.ts'

/** All of them: there are never more than a few. */
export const cardsQuery = () => ask('paymentMethods.saved', { query: { page: 1, limit: 20, type: 'card' } })

const tags: Readonly<Record<string, string>> = {
  Visa: 'VISA',
  MasterCard: 'Mastercard',
  'American Express': 'AMEX',
  'Diners Club': 'Diners',
}
export const brandTag = (brand: string): string => tags[brand] ?? brand

export const numberText = ({ last4 }: Pick<PaymentMethod, 'last4'>): string => `•••• ${last4}`

/** 08/29 */
export function expiryText({ exp_month, exp_year }: Pick<PaymentMethod, 'exp_month' | 'exp_year'>): string {
  return `${String(exp_month).padStart(2, '0')}/${String(exp_year % 100).padStart(2, '0')}`
}

const soonMs = 60 * 86_400_000

/** Good to the end of its month; in the last two months its owner is told. */
export function expiryOf(
  { exp_month, exp_year }: Pick<PaymentMethod, 'exp_month' | 'exp_year'>,
  today: string = todayInTokyo(),
): 'good' | 'soon' | 'expired' {
  const month = `${exp_year}-${String(exp_month).padStart(2, '0')}`
  if (month < today.slice(0, 7)) return 'expired'
  const ahead = dateInTokyo(Date.parse(`${today}T00:00:00+09:00`) + soonMs)
  return month <= ahead.slice(0, 7) ? 'soon' : 'good'
}
