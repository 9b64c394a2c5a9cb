import { conversions } from '@shirogane/domain/testing/worlds/conversions'
import { drawerWorlds } from '@shirogane/domain/testing/worlds/days'
import { debtWorlds } from '@shirogane/domain/testing/worlds/debts'
import { givenLots } from '@shirogane/domain/testing/worlds/given-lots'
import { payoutWorlds } from '@shirogane/domain/testing/worlds/payouts'
import { rankWorlds } from '@shirogane/domain/testing/worlds/ranks'
import { reasonParts } from '@shirogane/domain/testing/worlds/reason-parts'
import { refundParts } from '@shirogane/domain/testing/worlds/refund-parts'
import { refunds } from '@shirogane/domain/testing/worlds/refunds'
import { saleWorlds } from '@shirogane/domain/testing/worlds/sales'
import type { Worlds } from '@shirogane/domain/testing/worlds/told-twice'
import fc from 'fast-check'
import { isDeepStrictEqual } from 'node:util'

/** Every rule that is told twice, by the folder of packages/domain that it is in. */
export const rules: readonly (Worlds & { area: string })[] = [
  { area: 'sale', ...saleWorlds },
  ...[refunds, refundParts, givenLots, reasonParts].map((worlds) => ({ area: 'refund', ...worlds })),
  { area: 'points', ...conversions },
  ...debtWorlds.map((worlds) => ({ area: 'deferred', ...worlds })),
  ...rankWorlds.map((worlds) => ({ area: 'ranks', ...worlds })),
  ...payoutWorlds.map((worlds) => ({ area: 'payouts', ...worlds })),
  { area: 'days', ...drawerWorlds },
]

/** A world in which a rule and its plain model do not come to the same; `error` where one of them breaks. */
export type Difference = { seed: number; world?: unknown; rule?: unknown; model?: unknown; error?: unknown }

/** Looks at as many worlds as `count` says, from this seed on. Answers the first that differs. */
export function tryWorlds(
  { told }: Worlds,
  { seed, count }: { seed: number; count: number },
): Difference | null {
  for (let at = seed; at < seed + count; at += 1) {
    try {
      const [{ world, rule, model }] = fc.sample(told, { seed: at, numRuns: 1 }) as [
        { world: unknown; rule: unknown; model: unknown },
      ]
      if (!isDeepStrictEqual(rule, model)) return { seed: at, world, rule, model }
    } catch (error) {
      return { seed: at, error }
    }
  }
  return null
}
