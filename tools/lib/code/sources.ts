import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../environment.ts'

/** The project's own files, relative to its root: what git knows or would add; without git, everything but the made. */
export function projectFiles(): string[] {
  const files = existsSync(join(root, '.git')) ? gitFiles() : walkedFiles()
  return files.filter((file) => existsSync(join(root, file)) && statSync(join(root, file)).isFile())
}

function gitFiles(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard']
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n')
}

function walkedFiles(): string[] {
  const made = ['**/node_modules/**', '**/dist/**', '.data/**', 'coverage/**']
  return globSync('**/*', { cwd: root, exclude: made })
}

export function readSource(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}
