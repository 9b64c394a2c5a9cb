import { basket, type generator } from './baskets.ts'
import { birthdayNight, giveBirthday } from './birthdays.ts'
import { friendSales, missingReward } from './invitations.ts'
import { type Act, daysAgo, daysBack } from './past.ts'
import { giveBack, returns } from './reversals.ts'
import { buy, defer, fillUp, gift, grant, payCash, payOne, type Visit } from './visits.ts'

/** Longer than the longest time between a purchase and its due day. */
const lateDays = 66

export type Sold = { store: string; sku_id: string; at: Date }

/** A member's months: joined with a gift of points, charged now and then, and bought what their rank says. */
export function planMonths(
  visit: Visit,
  random: ReturnType<typeof generator>,
): { acts: Act[]; sold: Sold[] } {
  const { member } = visit
  const { acts: purchases, sold } = planPurchases(visit, random)
  const acts = [...planGifts(visit), ...purchases]
  if (member.points > 0) {
    acts.push({
      at: daysAgo(daysBack - 1, 13),
      run: () => grant(visit, member.points, null, '旧ポイントカードからの移行'),
    })
  }
  acts.push(...planFriendSales(visit), ...planReturns(visit))
  // A member who is late: bought so long ago that the one day on which it was due has passed.
  const { owes } = member
  if (owes) {
    acts.push({ at: daysAgo(lateDays, 15), run: () => defer(visit, owes.sku) })
  }
  // Two days ago: in the small hours the business day of yesterday is not over yet, and today is to be empty.
  acts.push({ at: daysAgo(2, 18), run: () => fillUp(visit) })
  return { acts, sold }
}

function planGifts(visit: Visit): Act[] {
  const acts: Act[] = []
  acts.push({
    at: daysAgo(daysBack, 11),
    run: () => grant(visit, 100, daysAgo(daysBack - 30, 23), '会員登録特典'),
  })
  acts.push({
    at: daysAgo(12, 9),
    run: () => grant(visit, 120, daysAgo(-48, 23), '工房見学会のご来店ポイント'),
  })
  acts.push({ at: daysAgo(daysBack - 1, 12), run: () => gift(visit, 500, '新しいアプリの記念プレゼント') })
  const birthday = birthdayNight(visit.member, daysAgo(daysBack, 12), daysAgo(0, 0))
  if (birthday) acts.push({ at: birthday, run: () => giveBirthday(visit.client, visit.customer, birthday) })
  return acts
}

/** So many as the member makes, spread over the time, which come to what they spend in a year. */
function planPurchases(visit: Visit, random: ReturnType<typeof generator>): { acts: Act[]; sold: Sold[] } {
  const { member } = visit
  const skus = [...visit.ids.skus.values()]
  const acts: Act[] = []
  const sold: Sold[] = []
  let left = member.yearly_yen
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
    acts.push({ at, run: () => buy(visit, total, lines, index) })
    for (const { sku_id } of lines) {
      if (sku_id !== null) sold.push({ store: member.store, sku_id, at })
    }
  }
  return { acts, sold }
}

/** What an invited member buys, so that their inviter has a reward of it. */
function planFriendSales(visit: Visit): Act[] {
  const acts: Act[] = []
  for (const { days_ago, total } of friendSales[visit.member.username] ?? []) {
    acts.push({
      at: daysAgo(days_ago, 19),
      run: async () => {
        const amount = total ?? (await missingReward(visit.client, visit.ids))
        if (amount > 0) await payCash(visit, amount)
      },
    })
  }
  return acts
}

function planReturns(visit: Visit): Act[] {
  const { client, ids, member, register } = visit
  const acts: Act[] = []
  for (const { kind, sku, days_ago, days_later, reason } of returns[member.username] ?? []) {
    let sale_id = ''
    acts.push({
      at: daysAgo(days_ago, 16),
      run: async () => {
        sale_id = await payOne(visit, sku, 'card')
      },
    })
    acts.push({
      at: daysAgo(days_ago - days_later, 17),
      run: () =>
        giveBack(client, { kind, sale_id, reason, ...register, approved_by: ids.closers.get(member.store)! }),
    })
  }
  return acts
}
