import { tokyoDate } from '@shirogane/domain/time/tokyo'
import type { Client } from 'pg'
import type { Config } from '../../config.ts'
import { generator } from './baskets.ts'
import { type Member, members } from '../cast.ts'
import { closeHistory } from './closes.ts'
import { bindFriends, confirmRewards } from './invitations.ts'
import { planMonths, type Sold } from './months.ts'
import { type Act, closePast, daysAgo, daysBack, moveClock, openPast, pastSession } from './past.ts'
import { planPayouts } from './payouts.ts'
import { seasonOf } from '../season.ts'
import type { SeededIds } from '../seeded-ids.ts'
import { planStock } from '../stock.ts'
import { notifyOfPayments } from './notices.ts'
import type { Visit } from './visits.ts'

/**
 * Two months in the life of the members, posted through the ledger at the time when each thing happened: the clock is
 * moved, the rules are not. The same members get the same history on every fresh database, counted from today.
 */
export async function history(client: Client, config: Config, ids: SeededIds): Promise<void> {
  const random = generator(20_261_121)
  const acts: Act[] = []
  const sessions = new Map<string, string>()
  const sold: Sold[] = []
  for (const person of [...ids.clerks.values(), ...ids.members.values()]) {
    sessions.set(person, await pastSession(client, person))
  }
  await bindFriends(client, ids, daysAgo(daysBack, 10))
  for (const member of members) {
    if (member.payments === 0) continue
    const months = planMonths(visitOf(member), random)
    acts.push(...months.acts)
    sold.push(...months.sold)
  }
  for (const code of ids.stores.keys()) {
    const session_id = sessions.get(ids.clerks.get(code)!)!
    acts.push(...planStock({ client, ids, session_id }, code, sold))
  }
  acts.push(...planPayouts(client, config, ids))

  acts.sort((a, b) => a.at.getTime() - b.at.getTime())
  await openPast(client)
  for (const { at, run } of acts) {
    await moveClock(client, at)
    await run()
  }
  await closeHistory(client, ids)
  await closePast(client)
  await confirmRewards(client)
  await client.query(
    "update sessions set revoked_at = now(), revoked_reason = 'past' where handle like 'past-%'",
  )
  // What happened before the demo opened is no news: no notice of it goes out, nor a mail.
  await client.query('update ledger.outbox set sent_at = created_at where sent_at is null')
  await client.query('select ledger.pass_all_movements()')
  await notifyOfPayments(client)
  await writeNews(client)

  function visitOf(member: Member): Visit {
    const customer = ids.members.get(member.username)!
    const store = ids.stores.get(member.store)!
    const clerk = ids.clerks.get(member.store)!
    const register = { actor_id: clerk, session_id: sessions.get(clerk)!, register_id: store.register_id }
    return { client, ids, member, customer, session_id: sessions.get(customer)!, store, register }
  }
}

/** What the brand told everybody in those months. */
async function writeNews(client: Client): Promise<void> {
  const { news } = seasonOf(tokyoDate(new Date()))
  for (const [index, { days_ago, title, message, picture, action }] of news.entries()) {
    await client.query(
      `insert into notifications (id, user_id, topic, kind, facts, picture, action_path, dedupe_key,
         read_at, created_at)
       select ledger.new_id(), u.id, 'news', 'news', $1, $2, $3, 'news:' || $4::text || ':' || u.id, $5, $5
       from users u where u.type = 'customer' and u.verified`,
      [
        JSON.stringify({ title, message, label: action.label }),
        picture,
        action.path,
        index,
        daysAgo(days_ago, 10),
      ],
    )
  }
}
