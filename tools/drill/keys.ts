import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadConfig } from '@shirogane/api/config'
import { dbOf } from '@shirogane/api/db/sql'
import { deriveKeys } from '@shirogane/api/features/auth/keys'
import { type KeyStatus, keyStatus, openKeys, saidEveryMs } from '@shirogane/api/features/keys/index'
import { enqueueMessage } from '@shirogane/api/features/messages/index'
import { audit } from '@shirogane/ledger/audit/audit'
import { password, type World } from '../bench/world.ts'
import { waitForOutbox } from '../chaos/books.ts'
import type { Journal } from '../chaos/journal.ts'
import { call, callOrThrow, type Session, signIn } from '../lib/call.ts'
import { step } from '../lib/progress.ts'
import type { Verdicts } from '../lib/trial.ts'

/** An installation of two processes, as it is seen by the operator who changes its key. */
export interface KeyedInstallation {
  world: World | null
  journal: Journal
  /** Where its processes are reached, those that answer at this moment. */
  origins: readonly string[]
  origin: string
  databaseUrl: string
  /** What its processes are told, and from where the next ones are told it. */
  environment: Record<string, string>
  /** Stops one of its processes and starts it anew. */
  restart(process: number): Promise<void>
}

/** Registers at work. */
export interface Registers {
  /** The people who are signed in for it. */
  people: readonly Session[]
  /** Waits until something was sold after this moment. */
  untilSold(): Promise<void>
  /** Asks once more what became of the sales whose answers were lost. */
  waitForAnswers(): Promise<void>
  close(): Promise<void>
}

const processes = [0, 1]
const letters = 500
/** Who stays signed in over it all, and who comes back at the end by a password that was not typed since. */
const staying = 4
const comingBack = 'member59'

type Secrets = { SECRET_KEY: string; SECRET_KEY_PREVIOUS: string }

/**
 * Changes the secret key of an installation at work as docs/operating.md says it: every process is told of the next one, then it is
 * swapped, then the round writes the rows anew, then the old one goes. Codes are shown and a way back is begun under the one
 * and used under the other.
 */
export async function changeKey(
  installation: KeyedInstallation,
  registers: Registers,
  verdicts: Verdicts,
): Promise<void> {
  const { db, secretKey: old } = installation.world!
  const next = randomBytes(48).toString('hex')
  const startedAt = performance.now()
  const from = installation.journal.length
  const secrets = async (SECRET_KEY: string, SECRET_KEY_PREVIOUS: string): Promise<void> => {
    Object.assign(installation.environment, { SECRET_KEY, SECRET_KEY_PREVIOUS } satisfies Secrets)
    for (const process of processes) {
      await installation.restart(process)
      await registers.untilSold()
    }
  }
  await leaveLetters(installation, old)
  const people = await letPeopleIn(installation)
  const watching = watch(installation, people)

  await secrets(old, next)
  const shown = await callOrThrow<{ token: string }>(`${installation.origin}/v1/users/token`, {
    method: 'POST',
    access: people[0]!.access,
    body: {},
  })
  const wayBack = await beginWayBack(installation, old)
  await secrets(next, old)
  verdicts.judge(
    'a code that was shown before the swap is known after it',
    await scan(installation, shown.token),
  )
  verdicts.judge('a way back that was begun before the swap ends after it', await wayBack.end())
  await watching.refresh()
  for (const person of registers.people) await refresh(installation, person)

  verdicts.judge('the rows are written anew while the registers sell', await untilAnew(installation))
  // A code that is shown for longer than it is good is refused as such at any time.
  await registers.waitForAnswers()
  await endOthers(installation, [...people, ...registers.people])
  // A process says every few seconds that it works with a key, and what is made until it could say so again counts for that
  // key. A quick run is through before: here the old key was last said to be at work that much earlier.
  await installation.world!.db.query(
    `update secret_keys set used_at = used_at - $1 * interval '1 ms' where used_at < (select max(used_at) from secret_keys)`,
    [saidEveryMs],
  )
  // What was shown under the old key ends within minutes; here it is looked at as it is then.
  const [, gone] = await statusOf(installation, new Date(Date.now() + 2 * 3_600_000))
  verdicts.judge(
    'nothing is said to need the old key any more',
    gone?.may_go === true ? [] : [JSON.stringify(gone)],
  )
  await secrets(next, '')
  const endsAt = performance.now()

  await watching.refresh()
  const back = await signIn(installation.origin, comingBack, password).then(
    () => [],
    (error: unknown) => [String(error)],
  )
  verdicts.judge('nobody was logged out', watching.stop())
  verdicts.judge('a password that nobody has typed since is good without the old key', back)
  await registers.close()
  await waitForOutbox(db, 15_000)
  const entries = installation.journal.slice(from)
  const unknown = entries.filter(({ code }) => code === 'QR_INVALID').map(({ key }) => `${key}: unknown code`)
  const sold = entries.filter(({ outcome }) => outcome === 'acknowledged').length
  verdicts.judge(`no register met an unknown code: ${sold} paid while the key was changed`, unknown)
  const { findings } = await audit(db)
  verdicts.judge(
    'the books balance after it',
    findings.map(({ rule, subject }) => `${rule}: ${subject}`),
  )
  verdicts.judge(
    'everything that was encrypted is read with the new key alone',
    await readLetters(installation, next),
  )
  step(`       the key was changed in ${((endsAt - startedAt) / 1000).toFixed(1)} s, with two processes`)
}

/** Mails that wait, encrypted: no mail server is there to take them. */
async function leaveLetters({ world }: KeyedInstallation, secret: string): Promise<void> {
  const context = { keys: deriveKeys(Buffer.from(secret, 'hex')), now: () => new Date() }
  for (let n = 0; n < letters; n += 1)
    await enqueueMessage(context, dbOf(world!.db), {
      to: `reader${n}@example.jp`,
      template: 'reset_code_mail',
      data: { code: String(n).padStart(6, '0') },
      dedupe_key: `drill:${randomUUID()}`,
    })
}

async function readLetters({ world }: KeyedInstallation, secret: string): Promise<string[]> {
  const { keys } = await openKeys(dbOf(world!.db), {
    secretKey: Buffer.from(secret, 'hex'),
    previousSecretKeys: [],
  })
  const { rows } = await world!.db.query<{ encrypted: Buffer }>(
    `select encrypted from messages where encrypted is not null and dedupe_key like 'drill:%'`,
  )
  const read = new Set(
    rows.map(({ encrypted }) => (JSON.parse(keys.decrypt('message', encrypted)) as { to: string }).to),
  )
  return read.size === letters ? [] : [`${read.size} of ${letters} letters are there`]
}

type Person = Session & { name: string }

async function letPeopleIn(installation: KeyedInstallation): Promise<Person[]> {
  const { rows } = await installation.world!.db.query<{ username: string }>(
    `select username from users where type = 'customer' and username <> $1 order by username desc limit $2`,
    [comingBack, staying],
  )
  const people: Person[] = []
  for (const { username } of rows)
    people.push({ name: username, ...(await signIn(installation.origin, username, password)) })
  return people
}

/** Another generation of the session's secret, as an app asks for it now and then. */
async function refresh(installation: KeyedInstallation, person: Session): Promise<void> {
  const anew = await callOrThrow<{ access_token: string; refresh_token: string }>(
    `${installation.origin}/v1/auth/refreshToken`,
    { method: 'PATCH', body: { refresh_token: person.refresh } },
  )
  person.access = anew.access_token
  person.refresh = anew.refresh_token
}

/**
 * Looks every moment, at a process that answers, whether these people are still signed in. A token that was replaced a
 * moment ago is no good: so it asks for new ones between two looks.
 */
function watch(
  installation: KeyedInstallation,
  people: readonly Person[],
): { refresh(): Promise<void>; stop(): string[] } {
  const lost = new Set<string>()
  let isOver = false
  const asked: { resolve: () => void; reject: (error: unknown) => void }[] = []
  const look = async (): Promise<void> => {
    while (!isOver) {
      for (const { resolve, reject } of asked.splice(0))
        await Promise.all(people.map((person) => refresh(installation, person))).then(resolve, reject)
      for (const { name, access } of people) {
        const answer = await call(`${installation.origin}/v1/users/me`, { access }).catch(() => null)
        if (answer?.status === 401) lost.add(`${name} was logged out`)
      }
      await sleep(100)
    }
  }
  void look()
  return {
    refresh: () => new Promise<void>((resolve, reject) => asked.push({ resolve, reject })),
    stop() {
      isOver = true
      return [...lost]
    },
  }
}

/** A register of another shop asks for the code of a customer who shows it. */
async function scan(installation: KeyedInstallation, token: string): Promise<string[]> {
  const clerk = installation.world!.spread[0]!
  const { access } = await signIn(installation.origin, clerk.number, password)
  const found: string[] = []
  for (const origin of installation.origins) {
    const { status, body } = await call<{ code?: string }>(`${origin}/v1/transactions/pay`, {
      method: 'POST',
      access,
      key: randomUUID(),
      body: { token, register_id: clerk.register_id, transaction_id: randomUUID() },
    })
    // The second process finds it held by the sale of the first one.
    if (status !== 200 && body.code !== 'QR_CLAIMED') found.push(`${status} ${body.code}`)
  }
  return found
}

async function beginWayBack(
  installation: KeyedInstallation,
  secret: string,
): Promise<{ end(): Promise<string[]> }> {
  const { db } = installation.world!
  const phone = '+819012345678'
  await db.query(`update users set phone_number = $1 where username = 'member58'`, [phone])
  const begun = await call(`${installation.origin}/v1/auth/send/reset`, {
    method: 'PATCH',
    body: { credential: '090-1234-5678' },
  })
  const cookie = [begun.headers['set-cookie'] ?? []].flat().find((one) => one.includes('reset='))
  const headers = { Cookie: cookie?.split(';')[0] ?? '' }
  const { rows } = await db.query<{ encrypted: Buffer }>(
    `select encrypted from messages where template = 'reset_code_sms' order by created_at desc limit 1`,
  )
  const encrypted = rows[0]?.encrypted
  const pin = encrypted
    ? (JSON.parse(deriveKeys(Buffer.from(secret, 'hex')).decrypt('message', encrypted)) as {
        data: { code: string }
      })
    : null
  return {
    async end() {
      const ask = (path: string, body: object) =>
        call<{ code?: string }>(installation.origin + path, { method: 'PATCH', headers, body })
      const checked = await ask('/v1/auth/reset/check', { pin: pin?.data.code })
      const changed = await ask('/v1/auth/reset/password', { password: 'yuki-no-wa-pendant' })
      return [checked, changed].flatMap(({ status, body }) =>
        status === 200 ? [] : [`${status} ${body.code}`],
      )
    },
  }
}

async function statusOf(installation: KeyedInstallation, at = new Date()): Promise<KeyStatus[]> {
  const config = loadConfig({ ...installation.environment, DATABASE_URL: installation.databaseUrl })
  const db = dbOf(installation.world!.db)
  const { keys } = await openKeys(db, config)
  return keyStatus(db, keys, config, at)
}

/** Waits until the round has written everything anew. */
async function untilAnew(installation: KeyedInstallation): Promise<string[]> {
  const deadline = performance.now() + 120_000
  for (;;) {
    const [, old] = await statusOf(installation)
    const left = Object.entries(old?.encrypted ?? { 'no old key': 1 })
    if (left.length === 0) return []
    if (performance.now() > deadline) return left.map(([table, count]) => `${table}: ${count} left`)
    await sleep(500)
  }
}

/** Sessions that are not held here, such as those that the measured world begins with, would never be refreshed. */
async function endOthers(installation: KeyedInstallation, people: readonly Session[]): Promise<void> {
  await installation.world!.db.query(
    `update sessions set revoked_at = now(), revoked_reason = 'drill' where revoked_at is null and id <> all ($1::uuid[])`,
    [people.map(({ refresh: secret }) => secret.split('.')[0])],
  )
}
