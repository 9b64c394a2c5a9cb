import { names } from '@shirogane/api/config'
import { errors } from '@shirogane/contract/errors'

/** Every file that is written from the code, by its path. */
export function generatedFiles(): Record<string, string> {
  return { '.env.example': environmentExample(), 'docs/errors.md': errorsPage() }
}

function environmentExample(): string {
  const head = [
    '# Copy this file to .env and fill in what you need. The demo needs none of it; production says what it misses.',
    '# What the environment of the process says wins over this file.',
  ]
  const entries = Object.entries(names).map(([name, sentence]) => `# ${sentence}\n#${name}=`)
  return `${[head.join('\n'), ...entries].join('\n\n')}\n`
}

function errorsPage(): string {
  const rows = Object.entries(errors).map(
    ([code, [status, sentence]]) => `| \`${code}\` | ${status} | ${sentence} |`,
  )
  return `# Errors

Every refusal of the API, as \`packages/contract/src/errors.ts\` declares it: programs read the code, people the sentence.

| code | status | sentence |
| --- | --- | --- |
${rows.join('\n')}
`
}
