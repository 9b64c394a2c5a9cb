import type { Columns, PlainTender } from '@shirogane/domain/sales/tenders'
import type { CorrectionColumns } from './rows.ts'

/** Cash and card may be taken for each other, which a correction mends. */
const corrections: Partial<Record<PlainTender, 'corrected_cash' | 'corrected_card'>> = {
  cash: 'corrected_cash',
  card: 'corrected_card',
}

/** What of a sale was paid by this tender as it stands, in yen: what was posted, unless a correction found otherwise. */
export function standingTender(
  row: Columns<'tender', PlainTender> & Partial<CorrectionColumns>,
  tender: PlainTender,
): number {
  const correction = corrections[tender]
  return (correction && row[correction]) ?? row[`tender_${tender}`]
}

/** The same of the movement `t` in a statement. */
export function standingColumn(tender: PlainTender): string {
  const correction = corrections[tender]
  return correction ? `coalesce(t.${correction}, t.tender_${tender})` : `t.tender_${tender}`
}
