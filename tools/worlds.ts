// npm run worlds: random worlds without a database, in each of which a rule and a plain model of it come to the same.
import { parseArgs } from 'node:util'
import { runCommand, Sentence, step } from './lib/progress.ts'
import { type Difference, rules, tryWorlds } from './lib/worlds.ts'

const { values } = parseArgs({
  options: {
    /** For each rule. */
    count: { type: 'string', default: '100000' },
    /** Of the first world: the next ones have the numbers after it. */
    seed: { type: 'string', default: '1' },
  },
})

function wholeOf(option: 'count' | 'seed'): number {
  const value = Number(values[option])
  if (!Number.isSafeInteger(value) || value < 1)
    throw new Sentence(`--${option} takes a whole number from 1 on.`)
  return value
}

/** One line each, as far as a screen takes it in. */
function show(area: string, { seed, ...told }: Difference): void {
  for (const [what, value] of Object.entries(told)) {
    const text = value instanceof Error ? (value.stack ?? value.message) : JSON.stringify(value)
    process.stdout.write(`          ${what}: ${text.slice(0, 2_000)}\n`)
  }
  process.stdout.write(`          again: npm run worlds -- --seed ${seed} --count 1 (${area})\n`)
}

await runCommand(async () => {
  const [count, seed] = [wholeOf('count'), wholeOf('seed')]
  let failed = 0
  for (const rule of rules) {
    const found = tryWorlds(rule, { seed, count })
    step(`${found ? `WRONG in world ${found.seed}` : `${count} worlds`}  ${rule.area}: ${rule.name}`)
    if (found === null) continue
    failed += 1
    show(rule.area, found)
  }
  process.stdout.write(`${rules.length - failed} passed, ${failed} failed\n`)
  if (failed > 0) process.exitCode = 1
})
