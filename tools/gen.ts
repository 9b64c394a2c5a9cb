// npm run gen: writes every file that is made from the code. tools/tidy.test.ts fails when one is out of date.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib/environment.ts'
import { generatedFiles } from './lib/generated.ts'
import { runCommand, step } from './lib/progress.ts'

await runCommand(async () => {
  for (const [file, content] of Object.entries(generatedFiles())) {
    writeFileSync(join(root, file), content)
    step(`Wrote ${file}`)
  }
})
