// npm run audit: recomputes every balance and seal from the entries and says whether the books balance.
import { audit } from '@shirogane/ledger/audit'
import pg from 'pg'
import { openDatabase } from './lib/database.ts'
import { readEnvironmentFile } from './lib/environment.ts'
import { runCommand, step } from './lib/progress.ts'

await runCommand(async () => {
  readEnvironmentFile()
  const database = await openDatabase()
  const pool = new pg.Pool({ connectionString: database.url, max: 1 })
  try {
    const { findings, checked } = await audit(pool)
    for (const [what, count] of Object.entries(checked)) {
      process.stdout.write(`  ${String(count).padStart(12)}  ${what}\n`)
    }
    for (const finding of findings) process.stdout.write(`  WRONG: ${describe(finding)}\n`)
    if (findings.length > 0) process.exitCode = 1
    step(
      findings.length === 0 ? 'The books balance.' : `The books do not balance: ${findings.length} findings.`,
    )
  } finally {
    await pool.end()
    await database.close()
  }
})

function describe(finding: unknown): string {
  return typeof finding === 'string' ? finding : JSON.stringify(finding)
}
