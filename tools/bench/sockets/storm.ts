import { setTimeout as sleep } from 'node:timers/promises'
import { step } from '../../lib/progress.ts'
import { drive, head, tail } from '../drive.ts'
import { measurePayments } from '../payments.ts'
import { type Figure, number } from '../report.ts'
import { addRound, type Outcome, type Plan, type Stage } from '../rounds.ts'
import { median } from '../statistics.ts'
import { password } from '../world.ts'

const payers = 16
const guests = 32

/** Payments while 32 people at once log in again and again, beside the same payments in peace. */
export async function measureStorm(stage: Stage, plan: Plan, outcome: Outcome): Promise<Figure[]> {
  const calm: number[] = []
  const stormy: number[] = []
  const logins: number[] = []
  for (let round = 1; round <= plan.rounds; round += 1) {
    const pay = () =>
      measurePayments(stage.world, stage.service, stage.spread, {
        ...plan,
        clients: payers,
        codes: plan.seconds * 4_000,
        sale: 'articles',
      })
    const alone = await pay()
    addRound(outcome, alone)
    calm.push(alone.perSecond)
    const storm = sleep(500).then(() => logIn(stage, plan))
    const during = await pay()
    addRound(outcome, during)
    stormy.push(during.perSecond)
    logins.push((await storm).perSecond)
    step(
      `round ${round}: ${number(during.perSecond)} payments a second in a login storm, ${number(alone.perSecond)} without`,
    )
  }
  return [
    {
      what: `payments a second while ${guests} log in at once, ${payers} clients`,
      measured: `${number(median(stormy))} /s, beside ${number(median(logins))} logins /s`,
      yardstick: `in peace: ${number(median(calm))} /s`,
      value: median(stormy) / median(calm),
      unit: '×',
      floor: 0.6,
      goal: 0.8,
      better: 'more',
    },
  ]
}

function logIn({ service, world }: Stage, plan: Plan) {
  return drive({
    port: service.port,
    clients: guests,
    // The storm begins before the payments are counted and ends after them.
    warmSeconds: 0,
    seconds: plan.seconds + plan.warmSeconds + 4,
    heads: [head('POST', '/v1/auth/login', {})],
    tails: Array.from({ length: 2_000 }, (_, index) =>
      tail({ credential: `member${1 + (index % world.customers.length)}`, password }),
    ),
    repeat: true,
  })
}
