// npm run audit: recomputes every balance and block from the entries and says whether the books balance.
import { audit } from '@shirogane/ledger/audit/audit'
import pg from 'pg'
import { openDatabase } from './lib/database.ts'
import { readEnvironmentFile } from './lib/environment.ts'
import { runCommand, Sentence, step } from './lib/progress.ts'

await runCommand(async () => {
  readEnvironmentFile()
  const database = await openDatabase()
  // The service's user may be yet to be made, and reads nothing but as the application.
  const connectionString = database.ownerUrl ?? database.url
  const client = new pg.Client({ connectionString, options: '-c role=shirogane_app' })
  try {
    await client.connect().catch(explainMissingBooks)
    const { findings, ...checked } = await audit(client).catch(explainMissingBooks)
    for (const [what, count] of Object.entries(checked)) {
      process.stdout.write(`${count.toLocaleString('en').padStart(16)}  ${what}\n`)
    }
    for (const { rule, subject, expected, found } of findings) {
      process.stdout.write(`  WRONG  ${rule} at ${subject}: expected ${expected}, found ${found}\n`)
    }
    if (findings.length > 0) process.exitCode = 1
    step(
      findings.length === 0 ? 'The books balance.' : `The books do not balance: ${findings.length} findings.`,
    )
  } finally {
    await client.end()
    await database.close()
  }
})

function explainMissingBooks(error: unknown): never {
  // Undefined table, function, schema or role: this database was never migrated.
  const isMissing =
    error instanceof Error &&
    'code' in error &&
    ['42P01', '42883', '3F000', '22023'].includes(String(error.code))
  throw isMissing ? new Sentence('There are no books in this database yet: run npm start first.') : error
}
