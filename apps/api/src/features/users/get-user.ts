import type { Level, TillCustomer, User, Wallet } from '@shirogane/contract/resources'
import type { Context } from '../../context.ts'
import { presentLevel, presentTillCustomer, presentUser, presentWallet } from './present.ts'
import { findUserRow, listUserRows, type UserRow } from './store.ts'

type Reader = Pick<Context, 'db' | 'config'>

async function getRow({ db }: Pick<Context, 'db'>, userId: string): Promise<UserRow> {
  const row = await findUserRow(db, userId)
  if (!row) throw new Error('A signed-in person is not there')
  return row
}

export async function getUser(ctx: Reader, userId: string): Promise<User> {
  return presentUser(await getRow(ctx, userId), ctx.config.publicUrl)
}

/** Wallet and level of a customer, for the answers and events of money. */
export async function getStanding(ctx: Reader, userId: string): Promise<{ wallet: Wallet; level: Level }> {
  const row = await getRow(ctx, userId)
  return { wallet: presentWallet(row), level: presentLevel(row) }
}

export async function listStandings(
  { db }: Reader,
  userIds: readonly string[],
): Promise<Map<string, { wallet: Wallet; level: Level }>> {
  const rows = userIds.length === 0 ? [] : await listUserRows(db, userIds)
  return new Map(rows.map((row) => [row.id, { wallet: presentWallet(row), level: presentLevel(row) }]))
}

/** The member panel of the register; null where the id is no customer's. */
export async function findTillCustomer({ db }: Reader, userId: string): Promise<TillCustomer | null> {
  const row = await findUserRow(db, userId)
  return row && row.wallet_of !== null ? presentTillCustomer(row) : null
}
