// npm run build: the web app as the server serves it, made beforehand for an image or a read-only disk.
import { runCommand } from './lib/progress.ts'
import { buildWebApp } from './lib/code/web-build.ts'

await runCommand(buildWebApp)
