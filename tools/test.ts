// npm test: everything that must pass. npm test -- WORD…: the test files whose path has one of the words.
// npm run check: all without the browser, the pulled plugs and the restore. npm run format, lint, typecheck, test:unit: one stage.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { names } from '@shirogane/api/config/names'
import { getBrowser } from './lib/browser.ts'
import { root } from './lib/environment.ts'
import { hasOldest, triedOnNewestAlone } from './lib/oldest-postgres.ts'
import { step } from './lib/progress.ts'
import { buildWebApp } from './lib/code/web-build.ts'

interface Counts {
  passed: number
  failed: number
}

class Failed extends Error {
  readonly counts: Counts

  constructor(counts: Counts) {
    super('failed')
    this.counts = counts
  }
}

/** So many acts of the recording are done each time; the whole of it by hand, before and after a rearrangement. */
const recordedActs = 120
/** The tests of the ledger that `oldest.ts` runs, save for the plans, which are those of the newest. */
const triedOnOldest = `packages/ledger/src/**/!(${[...triedOnNewestAlone, 'plans'].join('|')}).test.ts`
/** Without the web app, whose screens would take a minute. */
const withoutDatabase = ['contract', 'domain', 'bank', 'receipt', 'ui'].map((name) => `--project=${name}`)
const total: Counts = { passed: 0, failed: 0 }
const scratch = mkdtempSync(join(tmpdir(), 'shirogane-test-'))
const asked = process.argv.slice(2)
const words = asked.filter((word) => !word.startsWith('--'))
const isShort = asked.includes('--check')

const lint = async (): Promise<void> => {
  await stage('Format (npm run format mends it)', () => tool('oxfmt', ['--check']))
  await stage('Lint', () => tool('oxlint', ['--deny-warnings']))
}
/** Every project that the `tsconfig.json` of the root names, in the order in which they build on each other. */
const types = (): Promise<void> => stage('Types', () => tool('tsc', ['-b']))

async function everything(): Promise<void> {
  await Promise.all([lint(), types()])
  await stage('Unused files, exports and dependencies', () => tool('knip', ['--no-progress']))
  // Each test of the ledger runs once: on the oldest PostgreSQL below where that is there.
  const triedBelow = !isShort && hasOldest() ? [`--exclude=${triedOnOldest}`] : []
  await stage('Unit, operation and ledger tests', () => runVitest(triedBelow))
  await stage('The recording', () => count('tools/record.ts', ['replay', '--acts', String(recordedActs)]))
  if (!isShort) {
    const browser = getBrowser()
    process.env['CHROMIUM'] = browser
    await stage('Build', buildWebApp)
    await stage('Size of the first screens', () => count('tools/size.ts', []))
    await stage('Browser tests', () => count('tools/e2e.ts', []))
    await stage('Pulled plugs and other faults', () =>
      count('tools/chaos.ts', ['--rounds', '3', '--faults', '6']),
    )
    await stage('Restored to a moment', () => count('tools/drill.ts', ['--rounds', '1']))
    await stage('A start whose database dies', () => count('tools/revival.ts', []))
    await stage('Oldest PostgreSQL', () => count('tools/oldest.ts', []))
  }
}

try {
  // The tests bring their own settings: what is set for a server on this machine must not lead them astray.
  for (const name of Object.keys(names)) delete process.env[name]
  if (words.length > 0) {
    process.env['TEST_DATABASE_KEPT'] = 'on'
    await stage(`Tests of ${words.join(', ')}`, () => runVitest(words))
  } else if (asked.includes('--format')) await stage('Format', () => tool('oxfmt', []))
  else if (asked.includes('--lint')) await lint()
  else if (asked.includes('--types')) await types()
  else if (asked.includes('--unit')) await stage('Unit tests', () => runVitest(withoutDatabase))
  else await everything()
} catch (error) {
  const counts = error instanceof Failed ? error.counts : { passed: 0, failed: 1 }
  if (!(error instanceof Failed))
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
  total.passed += counts.passed
  total.failed += Math.max(1, counts.failed)
  process.exitCode = 1
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`)

/** One step under its heading. It returns its counts; a step that throws ends the run. */
async function stage(title: string, work: () => Promise<Counts | void>): Promise<void> {
  process.stdout.write('\n')
  step(title)
  const startedAt = performance.now()
  const counts = await work()
  if (counts) {
    total.passed += counts.passed
    total.failed += counts.failed
  }
  const summary = counts ? `${counts.passed} passed` : 'good'
  step(`${title}: ${summary}, ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
}

async function tool(name: string, args: string[]): Promise<Counts> {
  const { code, output } = await run([join(root, 'node_modules', '.bin', name), ...args], { quiet: true })
  if (code === 0) return { passed: 1, failed: 0 }
  process.stdout.write(output)
  throw new Failed({ passed: 0, failed: 1 })
}

async function runVitest(which: string[]): Promise<Counts> {
  const report = join(scratch, 'vitest.json')
  const args = ['run', ...which, '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const { code } = await run([join(root, 'node_modules', '.bin', 'vitest'), ...args], { quiet: false })
  const counts = existsSync(report)
    ? countsOf(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 1 }
  if (code !== 0) throw new Failed(counts)
  return counts
}

function countsOf(report: { numPassedTests: number; numFailedTests: number }): Counts {
  return { passed: report.numPassedTests, failed: report.numFailedTests }
}

/** Runs one of our own test programs, which ends with a line "N passed, N failed". */
async function count(file: string, args: string[]): Promise<Counts> {
  const { code, output } = await run([process.execPath, join(root, file), ...args], { quiet: false })
  const closing = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1)
  const counts = { passed: Number(closing?.[1] ?? 0), failed: Number(closing?.[2] ?? 0) }
  if (code !== 0 || counts.failed > 0 || !closing) throw new Failed(counts)
  return counts
}

function run(
  command: string[],
  { quiet }: { quiet: boolean },
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const [file = '', ...args] = command
    const child = spawn(file, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const observe = (chunk: Buffer): void => {
      output += chunk.toString()
      if (!quiet) process.stdout.write(chunk)
    }
    child.stdout.on('data', observe)
    child.stderr.on('data', observe)
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}
