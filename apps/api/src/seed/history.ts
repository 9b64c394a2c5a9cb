import { randomBytes } from 'node:crypto'
import { tokyoDate } from '@shirogane/contract/person'
import { settingCatalogue } from '@shirogane/contract/setting-catalogue'
import { allocate, type SaleLine, taxOf } from '@shirogane/ledger'
import type { Client } from 'pg'
import type { Config } from '../config.ts'
import { uuidv7 } from '../db/uuid.ts'
import { basket, generator, line } from './baskets.ts'
import { birthdayNight, giveBirthday } from './birthdays.ts'
import { type Member, members, openingStock } from './cast.ts'
import { closeHistory } from './closes.ts'
import { bindFriends, confirmRewards, friendSales, giveWelcome, missingReward } from './invitations.ts'
import { planPayouts } from './payouts.ts'
import { giveBack, returns } from './reversals.ts'
import { seasonOf } from './season.ts'
import type { SeededIds } from './seed.ts'
import { tellOfPayments } from './told.ts'

const dayMs = 86_400_000
const daysBack = 60
/** Longer than the longest time between a purchase and its due day. */
const lateDays = 66
const deferredLimit = 50_000
const unasked = settingCatalogue['pay.confirm_over'].fallback
/** A signature as a finger draws it. */
const drawnLine = 'M14 40L22 18L31 44L40 20L52 38L66 24L78 36L94 30'

/**
 * Two months in the life of the members, posted through the ledger at the time when each thing happened: the clock is
 * moved, the rules are not. The same members get the same history on every fresh database, counted from today.
 */
export async function history(client: Client, config: Config, ids: SeededIds): Promise<void> {
  const random = generator(20_261_121)
  const acts: { at: Date; run: () => Promise<void> }[] = []
  const sessions = new Map<string, string>()
  const sold: { store: string; sku_id: string; at: Date }[] = []
  for (const person of [...ids.clerks.values(), ...ids.members.values()]) {
    sessions.set(person, await pastSession(client, person))
  }
  await bindFriends(client, ids, daysAgo(daysBack, 10))
  for (const member of members) {
    if (member.payments > 0) plan(member)
  }

  for (const [code, shop] of ids.stores) planStock(code, shop.id)
  acts.push(...planPayouts(client, config, ids))

  acts.sort((a, b) => a.at.getTime() - b.at.getTime())
  try {
    for (const { at, run } of acts) {
      await moveClock(client, at)
      await run()
    }
    await closeHistory(client, ids, moveClock)
  } finally {
    await moveClock(client, null)
  }
  await confirmRewards(client)
  await client.query(
    "update sessions set revoked_at = now(), revoked_reason = 'past' where handle like 'past-%'",
  )
  // What happened before the house opened is no news: it goes out to nobody.
  await client.query('update ledger.outbox set sent_at = created_at where sent_at is null')
  await tellOfPayments(client)
  const { news } = seasonOf(tokyoDate(new Date()))
  for (const [index, { days_ago, title, message, picture, action }] of news.entries()) {
    await client.query(
      `insert into notifications (id, user_id, topic, title, message, picture, action_label, action_path, dedupe_key,
         read_at, created_at)
       select ledger.new_id(), u.id, 'news', $1, $2, $3, $4, $5, 'news:' || $6::text || ':' || u.id, $7, $7
       from users u where u.type = 'customer' and u.verified`,
      [title, message, picture, action.label, action.path, index, daysAgo(days_ago, 10)],
    )
  }

  /** A shop opens with what it has today; what it sells later comes anew with one delivery in between. */
  function planStock(code: string, store: string): void {
    const delivered = daysAgo(30, 9)
    const act = async (kind: 'opening' | 'receive', lines: { sku_id: string; quantity: number }[]) => {
      const { rows } = await client.query<{ code: string | null }>('select code from ledger.move_stock($1)', [
        JSON.stringify({
          actor_id: ids.clerks.get(code),
          session_id: sessions.get(ids.clerks.get(code)!),
          route: 'inventory',
          key: uuidv7(),
          request_hash: '\\x00',
          id: uuidv7(),
          kind,
          store_id: store,
          ...(kind === 'receive' && { supplier: '銀工舎 本工房', slip_number: `${code}-0001` }),
          lines: lines.filter(({ quantity }) => quantity > 0),
        }),
      ])
      if (rows[0]!.code !== null) throw new Error(`The stock of ${code} was refused: ${rows[0]!.code}`)
    }
    const lines = (has: number, isSold: (at: Date) => boolean) =>
      [...ids.skus.values()]
        .filter(({ stocked }) => stocked)
        .map(({ id }) => {
          const going = sold.filter(({ store: at, sku_id }) => at === code && sku_id === id)
          return { sku_id: id, quantity: has + going.filter(({ at }) => isSold(at)).length }
        })
    const opening = lines(openingStock[code] ?? 0, (at) => at < delivered)
    const delivery = lines(0, (at) => at >= delivered)
    acts.push({ at: daysAgo(daysBack, 9), run: () => act('opening', opening) })
    if (delivery.some(({ quantity }) => quantity > 0)) {
      acts.push({ at: delivered, run: () => act('receive', delivery) })
    }
  }

  /** A member's months: joined with a gift of points, charged now and then, and bought what their rank says. */
  function plan(member: Member): void {
    const customer = ids.members.get(member.username)!
    const store = ids.stores.get(member.store)!
    const clerk = ids.clerks.get(member.store)!
    const till = { actor_id: clerk, session_id: sessions.get(clerk)!, register_id: store.register_id }
    const skus = [...ids.skus.values()]
    let left = member.yearly_yen

    acts.push({
      at: daysAgo(daysBack, 11),
      run: () => grant(100, daysAgo(daysBack - 30, 23), '会員登録特典'),
    })
    acts.push({ at: daysAgo(12, 9), run: () => grant(120, daysAgo(-48, 23), '工房見学会のご来店ポイント') })
    acts.push({ at: daysAgo(daysBack - 1, 12), run: () => gift(500, '新しいアプリの記念プレゼント') })
    const birthday = birthdayNight(member, daysAgo(daysBack, 12), daysAgo(0, 0))
    if (birthday) acts.push({ at: birthday, run: () => giveBirthday(client, customer, birthday) })

    for (let index = 0; index < member.payments; index += 1) {
      const at = daysAgo(
        daysBack - 2 - Math.floor((index * (daysBack - 4)) / member.payments),
        10 + Math.floor(random() * 8),
      )
      const isLast = index === member.payments - 1
      const share = isLast
        ? left
        : Math.min(left, Math.round((member.yearly_yen / member.payments) * (0.7 + random() * 0.6)))
      left -= share
      const lines = basket(share, skus, random)
      const total = lines.reduce((sum, line) => sum + line.subtotal, 0)
      if (total === 0) continue
      acts.push({ at, run: () => buy(total, lines, index) })
      for (const { sku_id } of lines) {
        if (sku_id !== null) sold.push({ store: member.store, sku_id, at })
      }
    }

    if (member.points > 0) {
      acts.push({
        at: daysAgo(daysBack - 1, 13),
        run: () => grant(member.points, null, '旧ポイントカードからの移行'),
      })
    }
    for (const { days_ago, total } of friendSales[member.username] ?? []) {
      acts.push({
        at: daysAgo(days_ago, 19),
        run: async () => {
          const amount = total ?? (await missingReward(client, ids))
          if (amount > 0) await payCash(amount)
        },
      })
    }
    for (const { kind, sku, days_ago, days_later, reason } of returns[member.username] ?? []) {
      let sale_id = ''
      acts.push({
        at: daysAgo(days_ago, 16),
        run: async () => {
          sale_id = await payOne(sku, 'card')
        },
      })
      acts.push({
        at: daysAgo(days_ago - days_later, 17),
        run: () =>
          giveBack(client, { kind, sale_id, reason, ...till, approved_by: ids.closers.get(member.store)! }),
      })
    }
    // Somebody who is late: bought so long ago that the one day on which it was due has passed.
    const { owes } = member
    if (owes) {
      acts.push({ at: daysAgo(lateDays, 15), run: () => defer(owes.sku) })
    }
    // Two days ago: in the small hours the business day of yesterday is not over yet, and today is to be empty.
    acts.push({ at: daysAgo(2, 18), run: fillUp })

    async function fillUp(): Promise<void> {
      const short = member.balance - (await wallet()).balance
      if (short > 0) await charge(Math.min(30_000, Math.ceil(short / 1_000) * 1_000))
    }

    async function buy(total: number, lines: SaleLine[], index: number): Promise<void> {
      const held = await wallet()
      // Now and then a few points; else balance while it lasts, charged at the till before, and cash for the rest. No more
      // of both than goes without a tap: nobody stood there with a phone.
      const points = index % 4 === 3 ? Math.min(held.points, Math.floor(total / 20), unasked) : 0
      const wanted = index % 3 === 2 ? 0 : Math.min(total, unasked) - points
      if (wanted > held.balance) {
        await charge(Math.min(30_000, Math.max(1_000, Math.ceil((wanted - held.balance) / 5_000) * 5_000)))
      }
      const balance = Math.min(wanted, (await wallet()).balance)
      const rest = total - points - balance
      const card = index % 5 === 4 ? rest : 0
      const sale = await pay(total, lines, { points, balance, cash: rest - card, card, later: 0 })
      if (index === 0 && member.invited_by) await giveWelcome(client, { sale, customer })
    }

    async function payCash(total: number): Promise<void> {
      const lines = [line(1, null, 'オーダーメイド', total)]
      await pay(total, lines, { points: 0, balance: 0, cash: total, card: 0, later: 0 })
    }

    async function payOne(sku: string, by: 'card' | 'later'): Promise<string> {
      const { id, name, price } = ids.skus.get(sku)!
      const tenders = { points: 0, balance: 0, cash: 0, card: 0, later: 0, [by]: price }
      return pay(price, [line(1, id, name, price)], tenders)
    }

    async function defer(code: string): Promise<void> {
      await client.query(
        `select ledger.set_deferred_limit($1, $2, '常連のお客さま', e.user_id, null, e.store_id)
         from employees e where e.type = 'manager' and e.store_id = $3`,
        [customer, deferredLimit, store.id],
      )
      await payOne(code, 'later')
    }

    async function wallet(): Promise<{ balance: number; points: number }> {
      const { rows } = await client.query<{ balance: string; points: string }>(
        `select balance_paid + balance_bonus as balance, point_regular + (select coalesce(sum(remaining), 0)
           from ledger.point_lots where user_id = $1 and expires_at > ledger.now()) as points
         from ledger.wallets where user_id = $1`,
        [customer],
      )
      return { balance: Number(rows[0]!.balance), points: Number(rows[0]!.points) }
    }

    async function grant(points: number, expiresAt: Date | null, message: string): Promise<void> {
      await client.query('select ledger.grant($1, $2, $3, $4, $5, 0, $6)', [
        uuidv7(),
        customer,
        store.id,
        points,
        expiresAt,
        message,
      ])
    }
    async function gift(yen: number, message: string): Promise<void> {
      await client.query('select ledger.grant($1, $2, $3, 0, null, $4, $5)', [
        uuidv7(),
        customer,
        store.id,
        yen,
        message,
      ])
    }
    async function charge(amount: number): Promise<void> {
      await client.query('select ledger.charge($1, $2, $3, $4, $5, $6, false, 100000)', [
        uuidv7(),
        customer,
        store.id,
        store.register_id,
        clerk,
        amount,
      ])
    }

    async function pay(
      total: number,
      lines: SaleLine[],
      tenders: Parameters<typeof allocate>[1],
    ): Promise<string> {
      const transaction_id = uuidv7()
      const token = randomBytes(32)
      await client.query('select ledger.issue_pay_code($1, $2, $3, $4, $5, 300, 10)', [
        uuidv7(),
        customer,
        sessions.get(customer),
        token,
        randomBytes(32),
      ])
      const allocated = allocate(lines, tenders)
      const { points, balance, cash, card, later } = tenders
      const { rows } = await client.query<{ code: string | null }>('select code from ledger.pay($1)', [
        JSON.stringify([
          {
            ord: 1,
            ...till,
            route: 'pay',
            key: uuidv7(),
            request_hash: '\\x00',
            transaction_id,
            token_hash: `\\x${token.toString('hex')}`,
            store_id: store.id,
            lines: allocated,
            total,
            points,
            balance,
            cash,
            card,
            later,
            contract: later > 0 ? { signature: drawnLine } : null,
            cash_tendered: cash > 0 ? Math.ceil(cash / 1_000) * 1_000 : null,
            tax: taxOf(allocated),
          },
        ]),
      ])
      if (rows[0]!.code !== null)
        throw new Error(`The history of ${member.username} was refused: ${rows[0]!.code}`)
      return transaction_id
    }
  }
}

/** So many days ago, at this hour of Tokyo. */
function daysAgo(days: number, hour: number): Date {
  const day = new Date(Date.now() + 9 * 3_600_000 - days * dayMs).toISOString().slice(0, 10)
  return new Date(`${day}T${String(hour).padStart(2, '0')}:07:00+09:00`)
}

/** The ledger asks one function for the time; its owner may replace it. Null gives it the real time back. */
async function moveClock(client: Client, at: Date | null): Promise<void> {
  const now = at === null ? 'transaction_timestamp()' : `timestamptz '${at.toISOString()}'`
  await client.query(
    `create or replace function ledger.now() returns timestamptz language sql stable parallel safe return ${now}`,
  )
}

async function pastSession(client: Client, userId: string): Promise<string> {
  const id = uuidv7()
  await client.query(
    `insert into sessions (id, user_id, handle, device_id, salt, absolute_expires_at)
     values ($1, $2, $3, $3, $4, now() + interval '1 hour')`,
    // Each person has a device of their own: who shares one is looked at before they are rewarded.
    [id, userId, `past-${id}`, randomBytes(16)],
  )
  return id
}
