import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import type { Db, Row } from './sql.ts'

/**
 * What a user of the database may do beyond working as the application, in words; nothing for one that may only become it.
 * Rights that the user has without becoming it count too: rules that name the application would not see it.
 */
const powersOf = `select r.rolname as name, r.rolinherit as inherits,
    coalesce(pg_has_role(r.oid, app, 'member'), false) as admitted,
    coalesce(pg_has_role(r.oid, app, 'usage'), false) as is_the_application,
    case when r.rolsuper then array['is a superuser'] else array_remove(array[
      case when r.rolcreaterole or r.rolcreatedb or r.rolreplication or r.rolbypassrls
        then 'may create roles or databases, replicate, or pass by the security of rows' end,
      case when exists (select from pg_shdepend d where d.refclassid = 'pg_authid'::regclass and d.refobjid = r.oid
          and d.deptype = 'o' and d.dbid in (0, here.oid)) then 'owns what is in it' end,
      case when exists (select from pg_shdepend d where d.refclassid = 'pg_authid'::regclass and d.refobjid = r.oid
          and d.deptype = 'a' and d.dbid = here.oid) then 'was given rights of its own' end,
      case when has_database_privilege(r.oid, here.oid, 'create') then 'may create schemas' end,
      (select 'may become ' || string_agg(other.rolname, ', ' order by other.rolname) from pg_roles other
        where other.oid <> r.oid and other.oid is distinct from app and pg_has_role(r.oid, other.oid, 'member'))
    ], null) end as powers
  from pg_roles r, pg_database here, cast(to_regrole('shirogane_app') as oid) app
  where here.datname = current_database() and r.rolname = `

type Powers = Row & {
  name: string
  inherits: boolean
  admitted: boolean
  is_the_application: boolean
  powers: string[]
}

/** Why the one who is signed in is not the service's own user; null where it is. */
export async function findTooManyRights(db: Pick<Db, 'first'>): Promise<string | null> {
  const user = await db.first<Powers>(`${powersOf} session_user`)
  if (!user) return null
  const { name, powers } = user
  const also =
    user.is_the_application && powers.length === 0 ? ['has rights without becoming shirogane_app'] : []
  const all = [...powers, ...also]
  return all.length === 0
    ? null
    : `DATABASE_URL signs in as ${name}, who ${all.join(', ')}, and so could switch off the rules of the ledger`
}

/** What to do about it, for the operator who is refused or warned. */
export const serviceNeedsItsOwnUser =
  'let it name a user of the service alone, such as shirogane_service, and DATABASE_OWNER_URL the owner, with whom "npm run db:migrate" makes that user.'

/**
 * Lets the user of the service's address become the application, and nothing else. Where there is no such user it is made,
 * with the password of that address, and one whom that password does not let in gets it; one that may do more is left as it
 * is.
 */
export async function admitService(ownerUrl: string, serviceUrl: string): Promise<void> {
  const { user: name = '', password } = new Client({ connectionString: serviceUrl })
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [lockKey])
    const find = async (): Promise<Powers | undefined> =>
      (await client.query<Powers>(`${powersOf} $1`, [name])).rows[0]
    let user = await find()
    if (!user) {
      await client.query(makingOf(name, typeof password === 'string' ? password : null))
      user = await find()
    } else if (user.powers.length === 0 && typeof password === 'string' && !(await isLetIn(serviceUrl))) {
      // The address has a newer password than the user, as after one was forgotten at the first start or was exchanged.
      await client.query(
        `alter role ${escapeIdentifier(name)} password ${escapeLiteral(verifierOf(password))}`,
      )
    }
    if (user && user.powers.length === 0) {
      if (user.inherits) await client.query(`alter role ${escapeIdentifier(name)} noinherit`)
      if (!user.admitted || user.is_the_application) await client.query(await grantTo(client, name))
    }
    await client.query('commit')
  } finally {
    // An open transaction ends with its connection.
    await client.end()
  }
}

/**
 * Whether the address signs in; only its password is judged, every other failure is left to the caller that signs in.
 */
async function isLetIn(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
    return true
  } catch (error) {
    return (error as { code?: string }).code !== '28P01'
  } finally {
    await client.end().catch(() => {})
  }
}

/** One at a time in one database, however many processes start together. */
const lockKey = 7_165_003

function makingOf(name: string, password: string | null): string {
  const secret = password ? `password ${escapeLiteral(verifierOf(password))}` : ''
  // The roles are the whole cluster's: a start on another of its databases may make this one at the same moment.
  return `do $making$ begin
    create role ${escapeIdentifier(name)} login noinherit ${secret};
  exception when duplicate_object or unique_violation then null; end $making$`
}

/** From 16 on it is the grant that says whether rights are there without becoming the role, before that the role alone. */
async function grantTo(client: Client, name: string): Promise<string> {
  const { rows } = await client.query<{ says: boolean }>(
    `select current_setting('server_version_num')::int >= 160000 as says`,
  )
  return `grant shirogane_app to ${escapeIdentifier(name)} ${rows[0]?.says ? 'with inherit false, set true' : ''}`
}

/** As PostgreSQL stores a password: what is sent and may be logged cannot be used to sign in. */
function verifierOf(password: string): string {
  const salt = randomBytes(16)
  const rounds = 4_096
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, rounds, 32, 'sha256')
  const keyOf = (use: string): Buffer => createHmac('sha256', salted).update(use).digest()
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`
}
