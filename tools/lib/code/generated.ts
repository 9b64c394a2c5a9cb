import { names } from '@shirogane/api/config/names'
import { openApiDocument } from '@shirogane/api/http/openapi/openapi'
import { errors } from '@shirogane/contract/wire/errors'
import { registryFiles } from './registries.ts'
import { retentionFiles } from '../schema/retention.ts'
import { rightsFunction } from './rights-function.ts'
import { rightsTable } from './rights-table.ts'
import { settingsFunction } from './settings-function.ts'
import { projectFiles, readSource } from './sources.ts'

/** Every file that is written from the code, by its path. */
export async function generatedFiles(): Promise<Record<string, string>> {
  return {
    ...registryFiles(),
    ...(await retentionFiles()),
    'apps/api/schema/functions/holds.sql': rightsFunction(),
    'apps/api/schema/functions/setting-defaults.sql': settingsFunction(),
    'packages/contract/authz.tsv': rightsTable(),
    '.env.example': environmentExample(),
    'docs/configuration.md': configurationPage(),
    'docs/errors.md': errorsPage(),
    'docs/movements.md': movementsPage(),
    'docs/openapi.json': `${JSON.stringify(openApiDocument(), null, 2)}\n`,
  }
}

function environmentExample(): string {
  const head = [
    '# Copy this file to .env and fill in what you need. The demo needs none of it; production says what it misses.',
    '# What the environment of the process says wins over this file.',
  ]
  const entries = Object.entries(names).map(([name, sentence]) => `# ${sentence}\n#${name}=`)
  return `${[head.join('\n'), ...entries].join('\n\n')}\n`
}

function configurationPage(): string {
  const rows = Object.entries(names).map(([name, sentence]) => `| \`${name}\` | ${sentence} |`)
  return `# Configuration

Everything is read from the environment, or from a file \`.env\` beside \`package.json\`. The demo needs none of it. A start
with a wrong or missing name says so in one message and starts nothing.

| name | what it sets (its default) |
| --- | --- |
${rows.join('\n')}
`
}

function errorsPage(): string {
  const rows = Object.entries(errors).map(
    ([code, [status, sentence]]) => `| \`${code}\` | ${status} | ${sentence} |`,
  )
  return `# Errors

Every refusal of the API, as \`packages/contract/src/wire/errors.ts\` declares it: programs read the code, people the sentence.

| code | status | sentence |
| --- | --- | --- |
${rows.join('\n')}
`
}

/** The comment at the head of each movement is its description. */
function movementsPage(): string {
  const folder = 'packages/ledger/src/movements/'
  const rows = projectFiles()
    .filter((file) => file.startsWith(folder) && file.endsWith('.sql'))
    .toSorted()
    .map((file) => `| \`${file.slice(folder.length, -'.sql'.length)}\` | ${headComment(readSource(file))} |`)
  return `# Movements

The full list of ways in which money and points move, from the files in \`${folder}\`. Nothing else writes the ledger.

| movement | what it does |
| --- | --- |
${rows.join('\n')}
`
}

/** The first paragraph says what it does; what follows is for those who change it. */
function headComment(sql: string): string {
  const lines = sql.split('\n')
  const end = lines.findIndex((line) => !/^--\s*\S/.test(line))
  return lines
    .slice(0, end)
    .map((line) => line.slice(2).trim())
    .join(' ')
}
