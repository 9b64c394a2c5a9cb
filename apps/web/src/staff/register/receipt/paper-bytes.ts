import type { Receipt } from '@shirogane/contract/resources/sales/receipts'
import { escposOf } from '@shirogane/receipt/roll/escpos'
import { drawRoll, type PaperWidth } from '@shirogane/receipt/roll/picture'
import { rowsOf } from '@shirogane/receipt/roll/rows'
import { call } from '../../../shell/api/api.ts'

/** What a receipt printer is told for this paper. */
export function bytesOf(
  { content, state, formal }: Receipt,
  mark: string | null,
  width: PaperWidth,
): Uint8Array<ArrayBuffer> {
  const marks = { isVoided: state === 'voided', hasFormal: formal !== null, reissue: mark }
  return escposOf(drawRoll(rowsOf(content, marks), width))
}

/** The same for a paper of which only its movement and its mark are known any more. */
export async function bytesAgain(
  of: string,
  mark: string | null,
  width: PaperWidth,
): Promise<Uint8Array<ArrayBuffer>> {
  return bytesOf(await call('transactions.receipt', { params: { id: of } }), mark, width)
}
