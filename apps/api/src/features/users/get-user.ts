import type { Level, RegisterCustomer, User, Wallet } from '@shirogane/contract/resources/shapes'
import type { Context } from '../../context.ts'
import { gathered } from '../../db/gathered.ts'
import type { Db } from '../../db/sql.ts'
import { presentLevel, presentRegisterCustomer, presentUser, presentWallet } from './present.ts'
import { listUserRows, listWalletRows, type UserRow, type WalletRow } from './store.ts'

type Reader = Pick<Context, 'db' | 'config'>

/** For each connection to the database its own readers: within a transaction one sees what others do not. */
const people = new WeakMap<Db, (userId: string) => Promise<UserRow | null>>()
const wallets = new WeakMap<Db, (userId: string) => Promise<WalletRow | null>>()

function findUserRow(db: Db, userId: string): Promise<UserRow | null> {
  const read = people.get(db) ?? gathered(async (ids) => byId(await listUserRows(db, ids), ({ id }) => id))
  people.set(db, read)
  return read(userId)
}

function findWalletRow(db: Db, userId: string): Promise<WalletRow | null> {
  const read =
    wallets.get(db) ??
    gathered(async (ids) => byId(await listWalletRows(db, ids), ({ wallet_of }) => wallet_of))
  wallets.set(db, read)
  return read(userId)
}

function byId<R>(rows: readonly R[], idOf: (row: R) => string | null): Map<string, R> {
  return new Map(rows.map((row) => [idOf(row) ?? '', row]))
}

async function getRow({ db }: Pick<Context, 'db'>, userId: string): Promise<UserRow> {
  const row = await findUserRow(db, userId)
  if (!row) throw new Error('A signed-in person is not there')
  return row
}

export async function getUser(ctx: Reader, userId: string): Promise<User> {
  return presentUser(await getRow(ctx, userId), ctx.config.publicUrl)
}

type Standing = { wallet: Wallet; level: Level }

/** Wallet and level of a customer, for the answers and events of money. */
export async function getStanding({ db }: Reader, userId: string): Promise<Standing> {
  const row = await findWalletRow(db, userId)
  if (!row) throw new Error('A customer has no wallet')
  return presentStanding(row)
}

export async function listStandings(
  { db }: Reader,
  userIds: readonly string[],
): Promise<Map<string, Standing>> {
  const rows = userIds.length === 0 ? [] : await listWalletRows(db, userIds)
  return new Map(rows.map((row) => [row.wallet_of ?? '', presentStanding(row)]))
}

function presentStanding(row: WalletRow): Standing {
  return { wallet: presentWallet(row), level: presentLevel(row) }
}

/** The member panel of the register; null where the id is no customer's. */
export async function findRegisterCustomer(
  { db, now }: Reader & Pick<Context, 'now'>,
  userId: string,
): Promise<RegisterCustomer | null> {
  const row = await findUserRow(db, userId)
  return row && row.wallet_of !== null ? presentRegisterCustomer(row, now()) : null
}
