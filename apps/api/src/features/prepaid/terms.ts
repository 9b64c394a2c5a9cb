import { readSettings } from '../../db/settings.ts'
import type { Db } from '../../db/sql.ts'

export type Terms = {
  /** The given balance stays out of the count while both are shown and booked apart. */
  separate: boolean
  alert: number
  threshold: number
}

export async function readTerms(db: Db): Promise<Terms> {
  const held = await readSettings(db, ['prepaid.separate', 'prepaid.alert', 'prepaid.threshold'])
  return {
    separate: held['prepaid.separate'],
    alert: held['prepaid.alert'],
    threshold: held['prepaid.threshold'],
  }
}

export function countedOf(
  { separate }: Pick<Terms, 'separate'>,
  unused: { paid: number; bonus: number },
): number {
  return separate ? unused.paid : unused.paid + unused.bonus
}
