import { limits } from '@shirogane/contract/limits'
import type { Db } from '../../db/sql.ts'
import { findTerms } from './store.ts'

export type Terms = {
  /** The given balance stays out of the count while both are shown and booked apart. */
  separate: boolean
  alert: number
  threshold: number
}

export async function readTerms(db: Db): Promise<Terms> {
  const { separate, alert, threshold } = ((await findTerms(db))?.value ?? {}) as Record<string, unknown>
  return {
    separate: separate !== false,
    alert: wholeOr(alert, limits.prepaidAlert),
    threshold: wholeOr(threshold, limits.prepaidThreshold),
  }
}

function wholeOr(value: unknown, fallback: number): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : fallback
}

export function countedOf(
  { separate }: Pick<Terms, 'separate'>,
  unused: { paid: number; bonus: number },
): number {
  return separate ? unused.paid : unused.paid + unused.bonus
}
