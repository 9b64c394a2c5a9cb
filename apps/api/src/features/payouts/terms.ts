import { tokyoDate } from '@shirogane/domain/time/tokyo'
import { readSettings } from '../../db/settings.ts'
import type { Db } from '../../db/sql.ts'
import { endOfCutoff, type Run, runOf } from './bank-days.ts'
import { getLedgerTime } from './store.ts'

export type Terms = {
  fee: number
  minimum: number
  maximum: number
  run: Run
  cutoff_at: Date
}

/** What a payout that is asked for at this moment costs, and when it arrives. The ledger's clock says which moment this is. */
export async function termsNow(db: Db): Promise<Terms> {
  const [at, settings] = await Promise.all([
    getLedgerTime(db),
    readSettings(db, ['payout.fee_yen', 'payout.min', 'payout.max']),
  ])
  const run = runOf(tokyoDate(at))
  return {
    fee: settings['payout.fee_yen'],
    minimum: settings['payout.min'],
    maximum: settings['payout.max'],
    run,
    cutoff_at: endOfCutoff(run),
  }
}
