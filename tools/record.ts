// npm run record: what every act answers today, as golden data. npm run replay: the same acts once more, compared with it.
import './record/fixed.ts'
import { parseArgs } from 'node:util'
import { newMemory, type Stage } from './record/act.ts'
import { areas } from './record/acts/index.ts'
import { drawable } from './record/acts/calls.ts'
import type { CallName } from '@shirogane/contract/wire/calls'
import { openCoverage } from './record/coverage.ts'
import { drawOf } from './record/draw.ts'
import { realNow } from './record/fixed.ts'
import { listenTo, type Answered } from './record/listen.ts'
import { namer } from './record/names.ts'
import { openProbes } from './record/probes.ts'
import { differences, type Head, openTape, readHead, recorderHash, tapeReader } from './record/tape.ts'
import { startWorld } from './record/world.ts'
import { runCommand, Sentence } from './lib/progress.ts'

const actsUsual = 1_500
const wholeEvery = 250
const differencesShown = 10

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    acts: { type: 'string' },
    seed: { type: 'string' },
    /** Goes on behind the first differences, and behind a call that failed. */
    all: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
})
const isReplay = positionals[0] === 'replay'

/** What a server of these gateways says of them: that there is none, or that its answer was lost. */
const meant = new Set(['STORE_UNAVAILABLE', 'PUSH_UNAVAILABLE', 'CARD_UNAVAILABLE'])
const maybeLost = new Set(['transactions.charge', 'transactions.finishCharge'])

const table = Object.entries(areas).flatMap(([area, of]) =>
  of.map((act) => ({ area, act, weight: act.weight })),
)

type Done = { line: string; answers: Answered[]; area: string; act: string; isBroken: boolean }

const beganAt = realNow()
/** As every command says how far it is; the usual clock stands still here. */
function step(text: string): void {
  process.stdout.write(`${((realNow() - beganAt) / 1_000).toFixed(1).padStart(6)} s  ${text}\n`)
}

await runCommand(async () => {
  const head = readHead()
  if (isReplay && !head) throw new Sentence('There is no recording: make one with "npm run record".')
  const seed = values.seed ?? (isReplay && head ? head.seed : 'shirogane')
  const acts = Number(values.acts ?? (isReplay && head ? head.acts : actsUsual))
  if (isReplay && head && seed !== head.seed)
    throw new Sentence(`The recording was made of seed ${head.seed}.`)
  if (isReplay && head && head.recorder !== recorderHash())
    step('The recorder itself has changed since: what differs may be its own doing')
  await (isReplay && head ? replay(head, Math.min(acts, head.acts)) : record(seed, acts))
})

async function record(seed: string, acts: number): Promise<void> {
  const tape = openTape({ seed, recorder: recorderHash(), calls: drawable })
  let broke = 0
  await perform(seed, acts, drawable, ({ line, answers, act }, n) => {
    for (const call of answers.filter(isFault)) {
      broke += 1
      process.stdout.write(`\nact ${n}, ${act}\n  ${call.who || 'nobody'}: ${call.ask.slice(0, 400)}\n`)
      process.stdout.write(`  answered ${call.status} ${short(call.body)}\n`)
    }
    tape.add(line)
    return values.all || broke === 0
  })
  tape.close()
  if (broke > 0)
    throw new Sentence('The server failed at a call: what is recorded until there is no golden data.')
}

function isFault({ call, status, body }: Answered): boolean {
  const { code = '' } = (body ?? {}) as { code?: string }
  return status >= 500 && !meant.has(code) && !(code === 'PAYMENT_UNKNOWN' && maybeLost.has(call))
}

async function replay({ seed, calls }: Head, acts: number): Promise<void> {
  const read = tapeReader()
  let [passed, failed] = [0, 0]
  await perform(seed, acts, calls, ({ line, answers }, n) => {
    const before = read(n)
    if (before === line) {
      passed += 1
      return true
    }
    failed += 1
    show(n, before, line, answers)
    return values.all || failed < differencesShown
  })
  if (failed > 0)
    process.stdout.write(
      `\nWhere a difference is wanted, such as a new field of an answer, record anew in the same commit: npm run record\n`,
    )
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  if (failed > 0 || passed === 0) process.exitCode = 1
}

function show(n: number, before: string | null, after: string, answers: readonly Answered[]): void {
  if (before === null) {
    process.stdout.write(`\nact ${n}: the recording holds none\n`)
    return
  }
  const [old, now] = [JSON.parse(before), JSON.parse(after)] as [{ act: string }, { act: string }]
  process.stdout.write(`\nact ${n}, ${now.act}\n`)
  for (const { path, before: was, after: is } of differences(old, now)) {
    const at = /^calls\.(\d+)/.exec(path)?.[1]
    const call = at === undefined ? undefined : answers[Number(at)]
    if (call) process.stdout.write(`  ${call.who || 'nobody'}: ${call.ask.slice(0, 400)}\n`)
    process.stdout.write(`  ${path}\n    recorded  ${short(was)}\n    now       ${short(is)}\n`)
  }
}

function short(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 600)
}

/** Does the acts one after the other. `take` says whether to go on. */
async function perform(
  seed: string,
  acts: number,
  calls: readonly CallName[],
  take: (done: Done, n: number) => boolean,
): Promise<void> {
  const world = await startWorld(seed, step, values.verbose)
  const listener = listenTo(world)
  const probes = openProbes(world)
  const name = namer()
  const memory = newMemory(calls)
  const coverage = openCoverage()
  let isWhole = true
  await listener.rest()
  await probes.effects()
  step('The acts begin')
  try {
    for (let n = 1; n <= acts; n += 1) {
      const done = await doAct(n)
      coverage.note(done.area, done.answers, done.isBroken)
      isWhole = take({ ...done, line: name(done.line, n) }, n)
      if (!isWhole) break
      if (n % wholeEvery === 0) step(`${n} acts`)
    }
  } finally {
    listener.stop()
    await world.close()
  }
  if (isWhole) for (const line of coverage.lines()) process.stdout.write(`${line}\n`)

  async function doAct(n: number): Promise<Done> {
    const draw = drawOf(seed, n)
    await world.beginAct(n, pauseOf(draw))
    const { area, act } = draw.weighted(table)
    const broken = await attempt({ world, draw, memory }, act.run)
    await listener.rest(2)
    const effects = await probes.effects()
    const answers = listener.take()
    const entry = {
      n,
      act: `${area}: ${act.name}`,
      at: world.clock.now().toISOString(),
      ...(broken !== null && { broken }),
      calls: answers.map(({ ask: _, ...answer }) => answer),
      ...effects,
      ...(n % wholeEvery === 0 && { whole: await probes.whole() }),
    }
    if (values.verbose) process.stdout.write(`${n} ${entry.act}${broken === null ? '' : ` ${broken}`}\n`)
    return { line: JSON.stringify(entry), answers, area, act: entry.act, isBroken: broken !== null }
  }
}

/** Why an act could not go on; a helper that finds nothing to work with breaks off, which is part of the recording. */
async function attempt(stage: Stage, run: (stage: Stage) => Promise<void>): Promise<string | null> {
  try {
    await run(stage)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** How long it is quiet before an act: mostly seconds, now and then hours. */
function pauseOf(draw: Stage['draw']): number {
  if (draw.chance(0.85)) return draw.int(1, 25) * 1_000
  if (draw.chance(0.9)) return draw.int(1, 12) * 60_000
  return draw.int(1, 4) * 3_600_000
}
