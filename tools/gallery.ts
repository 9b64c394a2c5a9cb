// npm run gallery: every component and frame of packages/ui on its own page, with hot reload.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './lib/environment.ts'

const vite = join(root, 'node_modules/vite/bin/vite.js')
const child = spawn(process.execPath, [vite, ...process.argv.slice(2)], {
  cwd: join(root, 'packages/ui/gallery'),
  stdio: 'inherit',
})
// The terminal sends Ctrl-C to both; this process waits until the other has ended.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => child.kill('SIGTERM'))
child.on('exit', (code) => {
  process.exitCode = code ?? 0
})
