import type { Sale } from './payments.ts'
import type { Outcome, Place, Sample } from './rounds.ts'
import { type Figure, number, table } from './report.ts'
import { median, range } from './statistics.ts'

const rate = (value: number): string => `${number(value)} /s`
const ms = (value: number): string => (Number.isNaN(value) ? '–' : `${number(value, 2)} ms`)

/**
 * The budgets of a payment, from the medians of the rounds. What is held against pgbench is the payment itself, of an amount;
 * what the movement of stock adds to it has lines of its own, at one client as at many.
 */
export function payFigures({ samples }: Outcome): Figure[] {
  const pick = (
    kind: Sample['kind'],
    clients: number,
    place: Place,
    key: keyof Sample & ('perSecond' | 'p50' | 'p99'),
    sale: Sale = 'articles',
  ) =>
    median(
      samples
        .filter(
          (one) => one.kind === kind && one.clients === clients && one.place === place && one.sale === sale,
        )
        .map((one) => one[key]),
    )
  const beside = (clients: number, floor: number, goal: number): Figure => {
    const ours = pick('payments', clients, 'uniform', 'perSecond', 'amount')
    const theirs = pick('pgbench', clients, 'uniform', 'perSecond')
    return {
      what: `payments a second through HTTP, ${clients} clients`,
      measured: rate(ours),
      yardstick: `pgbench: ${rate(theirs)}`,
      value: ours / theirs,
      unit: '×',
      floor,
      goal,
      better: 'more',
    }
  }
  const withArticles = (clients: number): Figure => {
    const ours = pick('payments', clients, 'uniform', 'perSecond')
    const amounts = pick('payments', clients, 'uniform', 'perSecond', 'amount')
    const theirs = pick('pgbench', clients, 'uniform', 'perSecond')
    return {
      what: `the same of two articles, whose stock moves in the same commit, ${clients} clients`,
      measured: `${rate(ours)}, ${number(ours / theirs, 2)} × pgbench`,
      yardstick: `of amounts: ${rate(amounts)}`,
      value: ours / amounts,
      unit: '×',
      floor: 0.6,
      goal: 0.8,
      better: 'more',
    }
  }
  const hot = (clients: number): Figure => {
    const ours = pick('payments', clients, 'one store', 'perSecond')
    const uniform = pick('payments', clients, 'uniform', 'perSecond')
    return {
      what: `of two articles, all at one store, ${clients} clients`,
      measured: rate(ours),
      yardstick: `spread over stores: ${rate(uniform)}`,
      value: ours / uniform,
      unit: '×',
      floor: 0.85,
      goal: 0.95,
      better: 'more',
    }
  }
  const alone = pick('payments', 1, 'uniform', 'p50', 'amount')
  const aloneWithArticles = pick('payments', 1, 'uniform', 'p50')
  const aloneThere = pick('pgbench', 1, 'uniform', 'p50')
  const half = pick('payments', 64, 'uniform', 'p50')
  const slow = pick('payments', 64, 'uniform', 'p99')
  return [
    beside(16, 0.5, 1.2),
    beside(64, 0.6, 1.5),
    withArticles(16),
    withArticles(64),
    hot(16),
    hot(64),
    {
      what: 'one client alone, median answer',
      measured: ms(alone),
      yardstick: `pgbench: ${ms(aloneThere)}`,
      value: alone / aloneThere,
      unit: '×',
      floor: 4,
      goal: 2,
      better: 'less',
    },
    {
      what: 'the same of two articles, whose stock moves in the same commit, one client alone',
      measured: `${ms(aloneWithArticles)}, ${number(aloneWithArticles / aloneThere, 2)} × pgbench`,
      yardstick: `of amounts: ${ms(alone)}`,
      value: aloneWithArticles / alone,
      unit: '×',
      // The share of the payments of amounts that those of articles must reach, as a time.
      floor: 1 / 0.6,
      goal: 1 / 0.8,
      better: 'less',
    },
    {
      what: 'slowest hundredth (p99) of two articles, 64 clients',
      measured: ms(slow),
      yardstick: `its own median: ${ms(half)}`,
      value: slow / half,
      unit: '×',
      floor: 4,
      goal: 3,
      better: 'less',
    },
  ]
}

/** Every kind of round with its medians, and how far the rounds lay apart. */
export function roundsTable({ samples }: Outcome): string {
  const groups = Map.groupBy(samples, ({ kind, clients, place, sale }) =>
    kind === 'pgbench'
      ? `pgbench, ${clients}`
      : `payments of ${sale}, ${place === 'uniform' ? 'spread over stores' : place}, ${clients}`,
  )
  return table(
    ['load, clients', 'a second (median)', 'lowest to highest round', 'p50', 'p95', 'p99'],
    [...groups].map(([name, group]) => {
      const [low, high] = range(group.map((one) => one.perSecond))
      return [
        name,
        rate(median(group.map((one) => one.perSecond))),
        `${number(low)} to ${number(high)}`,
        ms(median(group.map((one) => one.p50))) +
          (name.startsWith('pgbench') && !name.endsWith(', 1') ? ' (mean)' : ''),
        ms(median(group.map((one) => one.p95))),
        ms(median(group.map((one) => one.p99))),
      ]
    }),
  )
}
