import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../environment.ts'
import { Sentence, step } from '../progress.ts'

const webFolder = join(root, 'apps/web')
export const distFolder = join(webFolder, 'dist')
const stampFile = join(distFolder, '.stamp')

/** Everything that the built app is made from. */
const sources = [
  'package-lock.json',
  'apps/web/{package.json,tsconfig.json,vite.config.ts,index.html}',
  'apps/web/{src,public,plugins}/**/*',
  'packages/{ui,contract,receipt,bank}/src/**/*',
]

/** Builds the web app unless what is in dist was made from exactly these sources. The signal ends it half-way. */
export async function buildWebApp(signal?: AbortSignal): Promise<void> {
  const stamp = sourcesStamp()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  step('Building the web app')
  const { code, output } = await runVite(signal)
  if (code !== 0) {
    process.stderr.write(output)
    if (/ENOSPC|no space left/i.test(output))
      throw new Sentence('The disk is full: free about 1 GB and start again.')
    throw new Sentence('The web app could not be built; the reason is above.')
  }
  writeFileSync(stampFile, stamp)
  step('Web app built')
}

function sourcesStamp(): string {
  const hash = createHash('sha256')
  const files = sources.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted()
  for (const file of files) {
    const path = join(root, file)
    if (!statSync(path).isFile() || /\.test\.tsx?$/.test(file)) continue
    const content = readFileSync(path)
    hash.update(`${file}\0${content.length}\0`)
    hash.update(content)
  }
  return hash.digest('hex')
}

function runVite(signal: AbortSignal | undefined): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const vite = spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), 'build'], {
      cwd: webFolder,
      // The build for customers is the production build, in every mode of the server.
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(signal && { signal }),
    })
    // A command that fails meanwhile, as for want of its database, leaves no build at work behind it.
    const end = (): void => void vite.kill()
    process.once('exit', end)
    vite.on('exit', () => process.off('exit', end))
    let output = ''
    vite.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    vite.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    vite.on('error', reject)
    vite.on('close', (code, endedBy) => {
      if (endedBy) reject(new Sentence('The build of the web app was interrupted: start again.'))
      else resolve({ code, output })
    })
  })
}
