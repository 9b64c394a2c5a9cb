// The one door of every command. It is plain JavaScript that runs on Node 20 with nothing installed: it makes sure the
// dependencies and the pinned Node are there, and hands over to tools/<command>.ts.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const nodeMajorNeeded = 24
const nodeMajorToBegin = 20

/** Command -> file and the arguments that go before the caller's own. */
const commands = {
  start: ['tools/start.ts'],
  dev: ['tools/dev.ts'],
  build: ['tools/build.ts'],
  test: ['tools/test.ts'],
  check: ['tools/test.ts', '--check'],
  format: ['tools/test.ts', '--format'],
  lint: ['tools/test.ts', '--lint'],
  typecheck: ['tools/test.ts', '--types'],
  'test:unit': ['tools/test.ts', '--unit'],
  e2e: ['tools/e2e.ts'],
  record: ['tools/record.ts', 'record'],
  replay: ['tools/record.ts', 'replay'],
  bench: ['tools/bench.ts'],
  'bench:web': ['tools/bench-web.ts'],
  chaos: ['tools/chaos.ts'],
  drill: ['tools/drill.ts'],
  worlds: ['tools/worlds.ts'],
  audit: ['tools/audit.ts'],
  keys: ['tools/keys.ts'],
  gallery: ['tools/gallery.ts'],
  gen: ['tools/gen.ts'],
  postcodes: ['tools/postcodes.ts'],
  'brand:open': ['tools/open-brand.ts'],
  'db:start': ['tools/db.ts', 'start'],
  'db:migrate': ['tools/db.ts', 'migrate'],
  'db:restored': ['tools/db.ts', 'restored'],
  'db:reset': ['tools/db.ts', 'reset'],
  'db:psql': ['tools/db.ts', 'psql'],
}

class Sentence extends Error {}

const startedAt = performance.now()

function step(text) {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  process.stdout.write(`${seconds.padStart(6)} s  ${text}\n`)
}

function major(version) {
  return Number(version.replace(/^v/, '').split('.')[0])
}

/** What npm installed is right as long as it was made from this lock file, on this kind of machine. */
function installMark() {
  const hash = createHash('sha256')
  hash.update(readFileSync(join(root, 'package-lock.json')))
  hash.update(`${process.platform}-${process.arch}`)
  return hash.digest('hex')
}

function install() {
  const markFile = join(root, 'node_modules', '.shirogane-install')
  const mark = installMark()
  if (existsSync(markFile) && readFileSync(markFile, 'utf8') === mark) return
  if (needsNoInstall()) {
    writeFileSync(markFile, mark)
    return
  }
  step('Installing the dependencies (a minute or two the first time)')
  const ticking = setIntervalInChild()
  const done = npm(['ci', '--no-audit', '--no-fund', '--loglevel=error'])
  ticking.kill()
  if (done.error?.code === 'ENOENT') {
    throw new Sentence('npm was not found: install Node.js 20 or newer with its npm, and run this again.')
  }
  if (done.status !== 0) {
    const said = done.stderr ?? ''
    process.stderr.write(said)
    if (/ENOSPC|no space left/i.test(said)) {
      throw new Sentence('The disk is full: free about 2 GB and run this again.')
    }
    if (/EACCES|EPERM/.test(said)) {
      throw new Sentence(
        `The folder ${root} cannot be written: correct its owner or run this as the user it belongs to.`,
      )
    }
    if (/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET/.test(said)) {
      throw new Sentence(
        'The package registry cannot be reached: check the network or the proxy of npm, and run this again.',
      )
    }
    throw new Sentence('The dependencies could not be installed; npm says why above.')
  }
  writeFileSync(markFile, mark)
  step('Dependencies installed')
}

/** Whether an install would change nothing, as after an edit of the lock file that adds no package: it is skipped. */
function needsNoInstall() {
  const hidden = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(hidden)) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages ?? {}
  const present = JSON.parse(readFileSync(hidden, 'utf8')).packages ?? {}
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') || entry.optional) return true
    if (entry.link) return existsSync(join(root, path))
    return present[path]?.version === entry.version && existsSync(join(root, path))
  })
}

/** npm is silent for long, and this process waits for it, so a child says that work goes on. */
function setIntervalInChild() {
  const code = `let s = 0; setInterval(() => { s += 15; process.stdout.write('          still installing, ' + s + ' s\\n') }, 15000)`
  return spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'inherit', 'ignore'] })
}

function npm(args) {
  const cli = process.env.npm_execpath
  const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] }
  if (cli?.endsWith('.js')) return spawnSync(process.execPath, [cli, ...args], options)
  return spawnSync(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, options)
}

function versionOf(node) {
  const asked = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return asked.status === 0 ? asked.stdout.trim() : null
}

/** The Node that runs everything: the pinned one, or the machine's own when it is new enough. */
function pinnedNode() {
  const pinned = join(root, 'node_modules', 'node', 'bin', 'node')
  if (versionOf(pinned)) return pinned
  if (existsSync(join(root, 'node_modules', 'node', 'package.json'))) {
    step(`Fetching Node ${nodeMajorNeeded}`)
    // npm 12 blocks install scripts that are not allowed by name; this one is ours to allow.
    npm(['rebuild', 'node', '--ignore-scripts=false', '--foreground-scripts'])
    if (!versionOf(pinned)) {
      spawnSync(process.execPath, ['installArchSpecificPackage.js'], {
        cwd: join(root, 'node_modules', 'node'),
        stdio: 'ignore',
      })
    }
    if (versionOf(pinned)) return pinned
  }
  if (major(process.version) >= nodeMajorNeeded) return process.execPath
  throw new Sentence(
    `Node ${nodeMajorNeeded} could not be fetched (are npm's install scripts blocked?), and this is ${process.version}: install Node ${nodeMajorNeeded} and run this again.`,
  )
}

function main() {
  const [name, ...rest] = process.argv.slice(2)
  if (major(process.version) < nodeMajorToBegin) {
    throw new Sentence(
      `This is Node ${process.version}, and Node ${nodeMajorToBegin} or newer is needed: install it from nodejs.org.`,
    )
  }
  const command = Object.hasOwn(commands, name ?? '') ? commands[name] : null
  if (!command)
    throw new Sentence(`There is no command "${name ?? ''}". There are: ${Object.keys(commands).join(', ')}.`)
  install()
  const node = pinnedNode()
  const [file, ...fixed] = command
  // Left to itself, Node lets the room for young objects grow by what it finds of memory: a thousand phones that connect at
  // once would take it, and it is not given back.
  const args = ['--max-semi-space-size=16', join(root, file), ...fixed, ...rest]
  const bins = [join(root, 'node_modules', '.bin'), dirname(node), process.env.PATH ?? '']
  const env = { ...process.env, PATH: bins.join(process.platform === 'win32' ? ';' : ':') }
  if (name === 'start') {
    // What Node made of the sources is kept: a later start takes it as it is, in less time and memory.
    env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compiled')
    // A server stays for long, and one that waits beside it would hold fifty megabytes for nothing: it takes our place
    // where Node can do that (not on Windows, nor before 22.15).
    if (process.execve && process.platform !== 'win32') {
      process.chdir(root)
      process.execve(node, [node, ...args], env)
    }
  }
  const child = spawn(node, args, { cwd: root, stdio: 'inherit', env })
  // This process only waits until the child has ended cleanly. A terminal sends Ctrl-C to both, so the child may hear
  // it twice at once and takes that for one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  endWithNpm(child)
  child.on('error', (error) => fail(error))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1)
  })
}

/** Told to end, npm ends its shell and not us; that our parent is another one now is all that we hear of it. */
function endWithNpm(child) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, 500)
  child.on('exit', () => clearInterval(watch))
}

function fail(error) {
  process.stderr.write(error instanceof Sentence ? `\n${error.message}\n` : `${error?.stack ?? error}\n`)
  process.exitCode = 1
}

try {
  main()
} catch (error) {
  fail(error)
}
