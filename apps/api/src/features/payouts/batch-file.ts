import type { Context } from '../../context.ts'
import type { TransferFile } from '@shirogane/bank/zengin'

type Kept = { bytes: Buffer; file: TransferFile }

export const filePurpose = (batchId: string): string => `payout file ${batchId}`

/** The bytes that went to the bank, and what they say: both are needed again, and neither is ever made anew. */
export function encryptFile(ctx: Pick<Context, 'keys'>, batchId: string, { bytes, file }: Kept): Buffer {
  return ctx.keys.encrypt(filePurpose(batchId), JSON.stringify({ bytes: bytes.toString('base64'), file }))
}

export function openFile(ctx: Pick<Context, 'keys'>, batchId: string, encrypted: Buffer): Kept {
  const { bytes, file } = JSON.parse(ctx.keys.decrypt(filePurpose(batchId), encrypted)) as {
    bytes: string
    file: TransferFile
  }
  return { bytes: Buffer.from(bytes, 'base64'), file }
}
