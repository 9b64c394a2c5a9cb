import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Log } from '../log.ts'

type User = { uid: number; gid: number }

/**
 * An id that no account has and no service runs as: the demo's database may run as `nobody`, whose files and processes
 * would be open to it.
 */
const lentUser: User = { uid: 65_533, gid: 65_533 }

/** Undefined before the first process was started; null where there is no other user to become. */
let user: User | null | undefined

const packageFolders = findPackageFolders()

/** What a process of its own may read: its script, and the library that decodes. */
function argumentsFor(script: string, argument: string): string[] {
  return [
    // What is said of add-ons is known: they are why this process is another user where it can be.
    '--disable-warning=SecurityWarning',
    '--disable-warning=ExperimentalWarning',
    '--permission',
    '--allow-addons',
    ...[script, ...packageFolders].map((path) => `--allow-fs-read=${path}`),
    script,
    argument,
  ]
}

/**
 * Starts a script that meets what strangers sent. It has no environment, reads no file but its own code, writes none,
 * starts no process and no thread; and where this process is root, it is a user who has nothing. Null where it could not be
 * started.
 */
export function startApart(
  log: Log,
  script: string,
  argument: string,
  { timeLimitMs }: { timeLimitMs: number },
): ChildProcess | null {
  if (user === undefined) user = chooseUser(log, script)
  const start = (as: User | null): ChildProcess =>
    spawn(process.execPath, argumentsFor(script, argument), {
      cwd: '/',
      env: { NODE_ENV: 'production' },
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: timeLimitMs,
      killSignal: 'SIGKILL',
      ...as,
    })
  if (user === null) return started(() => start(null))
  const lent = user
  const child = started(() => start(lent))
  if (child) return child
  // Root without the right to become another user, as in a container that was left none.
  const own = started(() => start(null))
  if (own) user = staySame(log, 'another user cannot be taken')
  return own
}

/** Some failures are thrown and some are told later; a process that was not started has no number in any case. */
function started(start: () => ChildProcess): ChildProcess | null {
  try {
    const child = start()
    if (child.pid !== undefined) return child
    child.once('error', () => undefined)
  } catch {}
  return null
}

/** Whom a process that has nothing is to be; null where it has to be the same as this one. */
function chooseUser(log: Log, script: string): User | null {
  if (process.getuid?.() !== 0) return staySame(log, 'only root can start a process as another user')
  const needed = [process.execPath, script, ...packageFolders.map((folder) => join(folder, 'package.json'))]
  return needed.every(isOpenToAll) ? lentUser : staySame(log, 'the program lies where no other user reads')
}

function staySame(log: Log, reason: string): null {
  log.warn({ event: 'pictures_as_same_user', reason })
  return null
}

function isOpenToAll(file: string): boolean {
  if ((statSync(file).mode & 0o004) === 0) return false
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false
    if (dirname(folder) === folder) return true
  }
}

/** The folders of the library, of what it needs, and of its own build for this machine. */
function findPackageFolders(): string[] {
  const folders = new Map<string, string>()
  const add = (name: string, from: string): void => {
    const file = findPackage(name, from)
    if (!file || folders.has(name)) return
    folders.set(name, dirname(file))
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as {
      dependencies?: Record<string, string>
      optionalDependencies?: Record<string, string>
    }
    for (const other of Object.keys({ ...dependencies, ...optionalDependencies })) add(other, file)
  }
  add('sharp', fileURLToPath(import.meta.url))
  return [...folders.values()]
}

/** By the folders where Node looks, for not every package lets its package.json be asked for by name. */
function findPackage(name: string, from: string): string | null {
  for (const folder of createRequire(from).resolve.paths(name) ?? []) {
    const file = join(folder, name, 'package.json')
    if (statSync(file, { throwIfNoEntry: false })) return file
  }
  return null
}
