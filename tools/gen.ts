// npm run gen: writes every file that is made from the code. tools/tidy/documents.test.ts and tools/lib/schema/schema-files.test.ts fail when one is
// out of date.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '@shirogane/api/db/migrate'
import { startTemporaryPostgres } from '@shirogane/embedded-postgres'
import { root } from './lib/environment.ts'
import { runCommand, step } from './lib/progress.ts'
import { registryFiles } from './lib/code/registries.ts'
import { retentionFiles } from './lib/schema/retention.ts'
import { schemaPages } from './lib/schema/schema-pages.ts'

await runCommand(async () => {
  // The rest is read from the running contract, which these files put together.
  write({ ...registryFiles(), ...(await retentionFiles()) })
  const { generatedFiles } = await import('./lib/code/generated.ts')
  write(await generatedFiles())
  write(await freshSchemaPages())
})

function write(files: Record<string, string>): void {
  for (const [file, content] of Object.entries(files)) {
    writeFileSync(join(root, file), content)
    step(`Wrote ${file}`)
  }
}

/** The pages of the schema are read from a database that is made for them. */
async function freshSchemaPages(): Promise<Record<string, string>> {
  const server = await startTemporaryPostgres({ durable: false })
  try {
    await migrate(server.url)
    return await schemaPages(server.url)
  } finally {
    await server.stop()
  }
}
