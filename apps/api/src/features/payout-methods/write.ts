import { accountRef, isCorporateHolder, isSameHolder } from '@shirogane/bank/kana'
import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { Problem } from '../../http/problem.ts'
import { accountNames, type ReadAccount, encryptAccount } from './account.ts'
import { type Account, listHolders, lockOwner, type MethodRow, recordSharing } from './store.ts'

/** What a second proof is about: this very bank, branch and end of the number, which its SMS names. */
export function refOf({
  bank_code,
  branch_code,
  last3,
}: Pick<MethodRow, 'bank_code' | 'branch_code' | 'last3'>): string {
  return accountRef({ bank_code, branch_code, account_number: last3 })
}

type Owner = { user_id: string; email: string | null; phone_number: string | null }

/**
 * Whether the account is in the member's own name, or a corporation's, which head office looks at first. Holds the member
 * until the commit.
 */
export async function checkHolder(
  tx: Tx,
  actor: Actor,
  account: ReadAccount,
): Promise<Owner & { review: 'pending' | null }> {
  const { name_kana, email, phone_number } = await lockOwner(tx, actor.user_id)
  if (name_kana === '') throw new Problem('KYC_REQUIRED')
  const isOwn = isSameHolder(account.account_name_kana, name_kana)
  if (!isOwn && !isCorporateHolder(account.account_name_kana)) throw new Problem('ACCOUNT_HOLDER_MISMATCH')
  return { user_id: actor.user_id, email, phone_number, review: isOwn ? null : 'pending' }
}

/** As which of the two who may share the account this member has it. Holds the account until the commit. */
export async function takeSeat(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  account: ReadAccount,
  exceptId: string | null,
): Promise<number> {
  const holders = (await listHolders(tx, accountNames(ctx, account))).filter(({ id }) => id !== exceptId)
  if (holders.some(({ user_id }) => user_id === actor.user_id)) throw new Problem('PAYOUT_METHOD_TAKEN')
  const seat = [1, 2].find((one) => holders.every((holder) => holder.seat !== one))
  if (seat === undefined) throw new Problem('PAYOUT_METHOD_SHARED')
  return seat
}

/** The account as it is written, with the day in which nothing leaves to it yet. */
export function writtenAccount(
  ctx: Context,
  id: string,
  account: ReadAccount,
): Account & { at: Date; usable_from: Date } {
  const at = ctx.now()
  const usable_from = new Date(at.getTime() + limits.payoutCoolingHours * 3_600_000)
  return { ...encryptAccount(ctx, id, account), at, usable_from }
}

/** Counts what is about to be written, and nothing that was refused before. */
export function countWrite(ctx: Context, actor: Actor): Promise<void> {
  return ctx.limits.spend({
    bucket: `payout-methods:${actor.user_id}`,
    max: limits.payoutMethodWritesPerDay,
    windowSeconds: 86_400,
  })
}

/** A third member with one account is for head office to look at; the member learns no more than that it is refused. */
export async function reportingSharing<T>(
  ctx: Context,
  { actor, account, requestId }: { actor: Actor; account: ReadAccount; requestId: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem && error.code === 'PAYOUT_METHOD_SHARED') {
      const at = ctx.now()
      const object = `bank_account:${accountRef(account)}`
      await recordSharing(ctx.db, {
        id: uuidv7(at),
        user_id: actor.user_id,
        object,
        request_id: requestId,
        at,
      })
    }
    throw error
  }
}
