import type { Service } from '../lib/service.ts'
import { step } from '../lib/progress.ts'
import type { LoadReport } from './load.ts'
import { measurePayments, type Sale, type SignedIn } from './payments.ts'
import type { Pgbench } from './pgbench.ts'
import { number } from './report.ts'
import type { World } from './world.ts'

export interface Plan {
  rounds: number
  seconds: number
  warmSeconds: number
}

export type Place = 'uniform' | 'one store'
/** Everything that one round measures; payments and the yardstick take turns. */
export interface Sample {
  kind: 'pgbench' | 'payments'
  place: Place
  sale: Sale
  clients: number
  perSecond: number
  p50: number
  p95: number
  p99: number
}

const turns: readonly Pick<Sample, 'kind' | 'clients' | 'place' | 'sale'>[] = [
  { kind: 'pgbench', clients: 1, place: 'uniform', sale: 'articles' },
  { kind: 'payments', clients: 1, place: 'uniform', sale: 'amount' },
  { kind: 'payments', clients: 1, place: 'uniform', sale: 'articles' },
  { kind: 'pgbench', clients: 16, place: 'uniform', sale: 'articles' },
  { kind: 'payments', clients: 16, place: 'uniform', sale: 'amount' },
  { kind: 'payments', clients: 16, place: 'uniform', sale: 'articles' },
  { kind: 'payments', clients: 16, place: 'one store', sale: 'articles' },
  { kind: 'pgbench', clients: 64, place: 'uniform', sale: 'articles' },
  { kind: 'payments', clients: 64, place: 'uniform', sale: 'amount' },
  { kind: 'payments', clients: 64, place: 'uniform', sale: 'articles' },
  { kind: 'payments', clients: 64, place: 'one store', sale: 'articles' },
]

export interface Stage {
  world: World
  service: Service
  pgbench: Pgbench
  spread: SignedIn[]
  together: SignedIn[]
}

export interface Outcome {
  samples: Sample[]
  acknowledged: number
  refused: Record<string, number>
  exhausted: boolean
}

/** Rounds of all turns; every second round goes backwards, so that no turn always runs on a warmer or fuller server. */
export async function runRounds(stage: Stage, plan: Plan): Promise<Outcome> {
  const outcome: Outcome = { samples: [], acknowledged: 0, refused: {}, exhausted: false }
  // The first round also tells how many codes the later ones need.
  const needed = new Map<number, number>()
  for (let round = 1; round <= plan.rounds; round += 1) {
    for (const { kind, clients, place, sale } of round % 2 === 1 ? turns : turns.toReversed()) {
      if (kind === 'pgbench') {
        await stage.world.db.query('checkpoint')
        const { tps, medianMs } = await stage.pgbench.measure(clients, plan.seconds)
        outcome.samples.push({
          kind,
          place,
          sale,
          clients,
          perSecond: tps,
          p50: medianMs,
          p95: NaN,
          p99: NaN,
        })
      } else {
        const report = await measurePayments(
          stage.world,
          stage.service,
          place === 'uniform' ? stage.spread : stage.together,
          {
            clients,
            seconds: plan.seconds,
            warmSeconds: plan.warmSeconds,
            codes: needed.get(clients) ?? firstGuess(clients, plan),
            sale,
          },
        )
        const total = (plan.seconds + plan.warmSeconds) * report.perSecond
        needed.set(clients, Math.max(needed.get(clients) ?? 0, Math.ceil(total * 2.5)))
        addRound(outcome, report)
        const { perSecond, p50, p95, p99 } = report
        outcome.samples.push({ kind, place, sale, clients, perSecond, p50, p95, p99 })
      }
      const last = outcome.samples.at(-1)!
      const what =
        kind === 'pgbench' ? kind : `payments of ${sale}${place === 'one store' ? ' at one store' : ''}`
      step(`round ${round}: ${clients} clients, ${what}: ${number(last.perSecond)} a second`)
    }
  }
  return outcome
}

function firstGuess(clients: number, { seconds, warmSeconds }: Plan): number {
  return (seconds + warmSeconds) * (clients === 1 ? 800 : 4_000)
}

export function addRound(
  outcome: Pick<Outcome, 'acknowledged' | 'refused' | 'exhausted'>,
  report: LoadReport,
): void {
  outcome.acknowledged += report.acknowledged
  outcome.exhausted ||= report.exhausted
  for (const [what, count] of Object.entries(report.refused)) {
    outcome.refused[what] = (outcome.refused[what] ?? 0) + count
  }
}
