// What is random or timed, by seed and clock. It is imported before anything else: modules that are loaded later take the
// functions that stand here. Beside the recorder nothing may import it.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import pg from 'pg'

/** The hour at which the recording begins, a Monday morning in Tokyo. */
export const beginsAt = Date.parse('2026-11-02T09:30:00+09:00')
/** What waits longer than this waits for the virtual clock, and so for a hand; shorter ones guard what is under way. */
const realMs = 200

const real = {
  Date: globalThis.Date,
  setTimeout: globalThis.setTimeout,
  now: performance.now.bind(performance),
  hash: crypto.createHash,
}
let atMs = beginsAt
let act = 0
let seed = 'none'
const drawn = new Map<string, number>()

/** Milliseconds of the machine, for what measures the recorder itself. */
export const realNow = (): number => real.now()
export const realSleep = (ms: number): Promise<void> => new Promise((wake) => real.setTimeout(wake, ms))
export const virtualNow = (): Date => new real.Date(atMs)

/**
 * Bytes by seed, act and count. Each length has a stream of its own, and each act begins anew: one more draw in one act
 * shifts neither the acts that follow nor what is drawn of another length.
 */
function bytesOf(stream: string, size: number): Buffer {
  const turn = (drawn.get(stream) ?? 0) + 1
  drawn.set(stream, turn)
  const parts: Buffer[] = []
  for (let part = 0, filled = 0; filled < size; part += 1, filled += 32)
    parts.push(real.hash('sha256').update(`${seed} ${act} ${stream} ${turn} ${part}`).digest())
  return Buffer.concat(parts).subarray(0, size)
}

const numberOf = (stream: string): number => bytesOf(stream, 6).readUIntBE(0, 6)

/** A UUID whose tail counts within the act: those that are made at one moment stay in the order in which they were made. */
function uuid(): `${string}-${string}-${string}-${string}-${string}` {
  const head = bytesOf('uuid', 6).toString('hex')
  const tail = act.toString(16).padStart(6, '0') + (drawn.get('uuid') ?? 0).toString(16).padStart(6, '0')
  return `${head.slice(0, 8)}-${head.slice(8, 12)}-4000-8000-${tail}`
}

type Then<T> = (error: null, value: T) => void

function randomBytes(size: number, then?: Then<Buffer>): Buffer | undefined {
  const bytes = Buffer.from(bytesOf(`bytes ${size}`, size))
  if (!then) return bytes
  setImmediate(() => then(null, bytes))
  return undefined
}

function randomInt(...args: unknown[]): number | undefined {
  const numbers = args.filter((arg) => typeof arg === 'number')
  const [min, max] = numbers.length > 1 ? [numbers[0]!, numbers[1]!] : [0, numbers[0]!]
  const value = min + (numberOf(`int ${min} ${max}`) % (max - min))
  const then = args.find((arg) => typeof arg === 'function') as Then<number> | undefined
  if (!then) return value
  setImmediate(() => then(null, value))
  return undefined
}

function fill<T extends NodeJS.ArrayBufferView>(view: T): T {
  bytesOf(`fill ${view.byteLength}`, view.byteLength).copy(
    Buffer.from(view.buffer, view.byteOffset, view.byteLength),
  )
  return view
}

Object.assign(crypto, { randomBytes, randomInt, randomUUID: uuid, randomFillSync: fill })
Object.defineProperty(globalThis.crypto, 'randomUUID', { value: uuid })
Object.defineProperty(globalThis.crypto, 'getRandomValues', { value: fill })
Math.random = () => numberOf('math') / 2 ** 48

globalThis.Date = new Proxy(real.Date, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [atMs] : args, newTarget) as object,
  apply: () => new real.Date(atMs).toString(),
  get: (target, name) => (name === 'now' ? () => atMs : (Reflect.get(target, name) as unknown)),
})
performance.now = () => atMs

// Nothing looks by itself: what polls is called by hand, and a long wait ends with the virtual clock alone.
const asleep = () => {
  const timer = real.setTimeout(() => undefined, 2 ** 30)
  timer.unref()
  return timer
}
let isQuiet = false
const isOurs = (): boolean => isQuiet && /\/(apps|packages|tools)\/[a-z-]+\/src\//.test(callerOf())
/** The file that asked for the timer, at the cost of four frames: it is asked with every statement. */
function callerOf(): string {
  const { prepareStackTrace, stackTraceLimit } = Error
  const holder: { stack?: unknown } = {}
  Error.prepareStackTrace = (_, sites) => sites[3]?.getFileName() ?? ''
  Error.stackTraceLimit = 4
  Error.captureStackTrace(holder)
  const file = String(holder.stack)
  Object.assign(Error, { prepareStackTrace, stackTraceLimit })
  return file
}
globalThis.setInterval = new Proxy(globalThis.setInterval, {
  apply: (target, self, args) => (isOurs() ? asleep() : (Reflect.apply(target, self, args) as unknown)),
})
globalThis.setTimeout = new Proxy(globalThis.setTimeout, {
  apply: (target, self, args) =>
    Number(args[1] ?? 0) > realMs && isOurs() ? asleep() : (Reflect.apply(target, self, args) as unknown),
})
const rest = timers.setTimeout
timers.setTimeout = (ms = 0, ...more) => rest(ms < realMs ? 0 : ms, ...more)
syncBuiltinESMExports()

const connections = new Set<pg.Client>()
const prototype = pg.Client.prototype as pg.Client & { getStartupConf(): { options?: string } }
const startup = prototype.getStartupConf
prototype.getStartupConf = function getStartupConf(this: pg.Client) {
  connections.add(this)
  this.once('end', () => connections.delete(this))
  const conf = startup.call(this)
  return {
    ...conf,
    options: `${conf.options ?? ''} -c fixed.now=${virtualNow().toISOString()} -c fixed.act=${act}`,
  }
}

/** From here on the server's own timers stand still. */
export function quiet(): void {
  isQuiet = true
}

/** The next act: its own randomness, and the clock at this moment for everybody. */
export async function beginAct(of: { seed: string; act: number; at: number }): Promise<void> {
  seed = of.seed
  act = of.act
  drawn.clear()
  await moveTo(of.at)
}

/** Sets the clock of this process and of every connection, none of which is within a transaction. */
export async function moveTo(at: number): Promise<void> {
  atMs = at
  const open = [...connections].filter((client) => !(client as pg.Client & { _ending?: boolean })._ending)
  await Promise.all(
    open.map((client) =>
      client.query(
        `select set_config('fixed.now', '${virtualNow().toISOString()}', false), set_config('fixed.act', '${act}', false)`,
      ),
    ),
  )
}

/** What the database has instead of its own clock and dice. The functions that are there already are bound to it. */
export async function fixDatabase(client: pg.Client): Promise<void> {
  await client.query(`
    create schema fixed;
    grant usage on schema fixed to public;
    create sequence fixed.drawn;
    grant usage, update on sequence fixed.drawn to public;
    create function fixed.now() returns timestamptz language sql stable parallel safe
      return current_setting('fixed.now')::timestamptz;
    create function fixed.transaction_timestamp() returns timestamptz language sql stable parallel safe
      return current_setting('fixed.now')::timestamptz;
    create function fixed.statement_timestamp() returns timestamptz language sql stable parallel safe
      return current_setting('fixed.now')::timestamptz;
    create function fixed.clock_timestamp() returns timestamptz language sql stable parallel safe
      return current_setting('fixed.now')::timestamptz;
    create function fixed.gen_random_uuid() returns uuid language sql volatile return
      (overlay(overlay(md5(current_setting('fixed.act') || ' ' || nextval('fixed.drawn')) placing '4' from 13 for 1)
        placing '8' from 17 for 1))::uuid`)
  const { rows: functions } = await client.query<{ text: string }>(
    `select pg_get_functiondef(p.oid) as text from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('ledger', 'public') and p.prokind in ('f', 'p') order by p.oid`,
  )
  for (const { text } of functions) {
    const bound = bind(text)
    if (bound !== text) await client.query(bound)
  }
  const { rows: defaults } = await client.query<{ place: string; column: string; text: string }>(
    `select d.adrelid::regclass::text as place, quote_ident(a.attname) as column,
       pg_get_expr(d.adbin, d.adrelid) as text
     from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
     join pg_class c on c.oid = d.adrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('ledger', 'public') and a.attgenerated = ''`,
  )
  for (const { place, column, text } of defaults) {
    const bound = bind(text)
    if (bound !== text) await client.query(`alter table ${place} alter column ${column} set default ${bound}`)
  }
  // The ids that the ledger makes itself, in the order in which they are made.
  await client.query(`create or replace function ledger.new_id() returns uuid language sql volatile parallel safe return
    (lpad(to_hex(floor(extract(epoch from ledger.now()) * 1000)::bigint), 12, '0') || '70009000'
      || lpad(to_hex(current_setting('fixed.act')::int), 6, '0')
      || lpad(to_hex(nextval('fixed.drawn')), 6, '0'))::uuid`)
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name')
  await client.query(`alter database ${rows[0]!.name} set search_path = fixed, pg_catalog, public`)
}

const bind = (sql: string): string =>
  sql.replaceAll(
    /(?<![\w.])(now|clock_timestamp|transaction_timestamp|statement_timestamp|gen_random_uuid)\(\)/g,
    'fixed.$1()',
  )

/** The count behind the ids of the database begins anew with each act. */
export const countAnew = `select setval('fixed.drawn', 1, false)`
