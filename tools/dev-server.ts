// The API alone, as npm run dev restarts it on every change.
import { loadConfig } from '@shirogane/api/config'
import { startServer } from '@shirogane/api/main'
import { runCommand } from './lib/progress.ts'
import { stopAsked } from './lib/signals.ts'

await runCommand(async () => {
  const stop = stopAsked()
  const server = await startServer(loadConfig(process.env))
  await stop
  await server.close()
  process.exit(0)
})
