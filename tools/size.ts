// What a customer's phone must fetch before the first screens work, against the budgets of lib/sizes.ts.
import { runCommand } from './lib/progress.ts'
import { measureSizes } from './lib/code/sizes.ts'
import { buildWebApp } from './lib/code/web-build.ts'

await runCommand(async () => {
  await buildWebApp()
  const { rows, adminLeaks } = measureSizes()
  let failed = 0
  for (const { what, measured, floor, goal } of rows) {
    const verdict = measured > floor ? 'TOO LARGE' : measured > goal ? 'within the limit' : 'at the goal'
    if (measured > floor) failed += 1
    const figures = `${measured.toFixed(1).padStart(6)} kB   limit ${floor} kB, goal ${goal} kB`
    process.stdout.write(`  ${what.padEnd(36)}${figures.padEnd(46)}${verdict}\n`)
  }
  const leaks = adminLeaks.length > 0 ? `in ${adminLeaks.join(', ')}` : 'none'
  process.stdout.write(`  ${'staff code in customer chunks'.padEnd(36)}${leaks}\n`)
  if (adminLeaks.length > 0) failed += 1
  process.stdout.write(`${rows.length + 1 - failed} passed, ${failed} failed\n`)
  if (failed > 0) process.exitCode = 1
})
