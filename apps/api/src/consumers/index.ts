import type { Context } from '../context.ts'
import type { Rounds } from '../jobs/rounds.ts'
import { startConsumer } from './consume.ts'
import { giftConsumer } from './invite-gifts.ts'
import { mailConsumer } from './movement-mails.ts'

export { listLags } from './consumers-store.ts'

/** Begins all who act on what was posted. Each goes its own way: one that stands still holds up no other. */
export function startConsumers(ctx: Context): Rounds {
  const all = [giftConsumer, mailConsumer].map((consumer) => startConsumer(ctx, consumer))
  return {
    wake: () => all.forEach((rounds) => rounds.wake()),
    async rest() {
      for (const rounds of all) await rounds.rest()
    },
    async stop() {
      await Promise.all(all.map((rounds) => rounds.stop()))
    },
  }
}
