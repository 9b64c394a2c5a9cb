import type { Column } from '@shirogane/contract/wire/reach'
import { randomBytes, randomUUID } from 'node:crypto'
import { payTokenText } from '@shirogane/contract/inputs/pay-code'
import type { Ask, Caller } from '../calls/caller.ts'
import type { TestApi } from '../start-api.ts'

const visitBody = {
  document: 'driver_license',
  occupation: 'company_employee',
  purposes: ['shopping'],
  consent: true,
}
const seenDocuments = {
  checklist: { original: true, name: true, date_of_birth: true, address: true, face: true },
  document_expires_on: '2030-01-31',
}

/**
 * One legal request for each call that finds out who a person is, at the counter or by identity documents.
 *
 * @param widePicture as small as a picture of documents may be
 */
export function kycAsks(
  apiOf: () => TestApi,
  callerOf: (column: Column) => Promise<Caller>,
  widePicture: () => Promise<Buffer>,
) {
  /** A new person of whom everything is on record, with the code for the counter on their phone. */
  async function aVisit(): Promise<{ token: string }> {
    const token = payTokenText(randomBytes(26))
    const id = randomUUID()
    await apiOf().db.query(
      `insert into users (id, username, password_hash, type, verified, last_name, first_name, last_name_kana, first_name_kana,
         date_of_birth, address)
       values ($1::uuid, 'v' || left(replace($1::text, '-', ''), 18), '-', 'customer', true, '名', '前', 'ナ', 'マエ',
         '1990-04-01', '石川県')`,
      [id],
    )
    await apiOf().db.query(
      `insert into kyc_visits (id, user_id, session_id, token_hash, code_hash, document, occupation, purposes, issued_at,
         expires_at)
       select $1::uuid, $1::uuid, (select id from sessions where revoked_at is null order by created_at, id limit 1), $2, sha256($2), 'driver_license',
         'other', '{shopping}', now(), now() + interval '5 minutes'`,
      [id, apiOf().server.context.keys.payCodeHash(token)],
    )
    return { token }
  }

  async function readVisit(by: Caller): Promise<string> {
    const { token } = await aVisit()
    const reply = await by.call('admin.kycVisitScan', { body: { token } })
    return reply.status === 200 ? (reply.body as { id: string }).id : randomUUID()
  }

  /** A new person, whose code the employee's store has just read; where the caller is no employee, it was not read. */
  async function memberAtCounter(caller: Caller): Promise<string> {
    const id = randomUUID()
    await apiOf().db.query(
      `insert into users (id, username, password_hash, type) values ($1, $2, '-', 'customer')`,
      [id, `u${id.replaceAll('-', '').slice(0, 18)}`],
    )
    await apiOf().db.query(
      `insert into counter_codes (id, user_id, session_id, token_hash, code_hash, issued_at, expires_at, read_by, read_store_id, read_at)
       select gen_random_uuid(), $1, (select id from sessions order by created_at, id limit 1), sha256($2), sha256($3), now(),
         now() + interval '5 minutes', e.user_id, e.store_id, now()
       from employees e where e.user_id = $4 and e.store_id is not null`,
      [id, Buffer.from(id), Buffer.from(`code ${id}`), caller.user_id || randomUUID()],
    )
    await apiOf().db.query('select ledger.open_wallet($1)', [id])
    return id
  }

  /** Documents of the caller that may be handed in; those of hanako where the caller is to be another person. */
  async function documentsBody(column: Column): Promise<unknown> {
    const by = await callerOf(column)
    const owner = column === 'other_customer' ? (await apiOf().as('hanako')).user_id : by.user_id
    const sides = ['front', 'side', 'face', 'action']
    const names = sides.map(() => randomUUID().replaceAll('-', ''))
    await apiOf().db.query(
      `update users set kyc_status = 'required' where id::text = $1 and kyc_status = 'approved'`,
      [by.user_id],
    )
    const [person] = await apiOf().db.query<Record<string, string>>(
      `update users set date_of_birth = coalesce(date_of_birth, '1990-04-01'), address = coalesce(address, '石川県金沢市片町0-0-0')
       where id::text = $1
       returning concat_ws(' ', last_name, first_name) as name, concat_ws(' ', last_name_kana, first_name_kana) as name_kana,
         date_of_birth::text as date_of_birth, address`,
      [by.user_id],
    )
    await apiOf().db.query(
      `insert into private_files (name, object, user_id, purpose, encrypted_key, created_at)
       select name, name, u.id, 'kyc', '\\x00', now() from unnest($1::text[]) name, users u where u.id::text = $2`,
      [names, owner],
    )
    return {
      name: '名',
      name_kana: 'ナ',
      date_of_birth: '1990-04-01',
      address: '石川県',
      ...person,
      documents: sides.map((side, index) => ({
        kind: 'my_number_card',
        side,
        filepath: `private/${names[index]}`,
      })),
      occupation: 'other',
      purposes: ['shopping'],
      consent: true,
    }
  }

  /** A request of a new person that waits for its reviewer, with one picture. */
  async function waitingRequest(): Promise<string> {
    const { filepath } = await (
      await apiOf().as('hanako')
    ).get('files.private', { file: { bytes: await widePicture() } })
    const id = randomUUID()
    await apiOf().db.query(
      `with person as (
         insert into users (id, username, password_hash, type, verified, kyc_status)
         values ($1::uuid, 'k' || left(replace($1::text, '-', ''), 18), '-', 'customer', true, 'pending') returning id
       )
       insert into kyc_requests (id, user_id, method, document, name, name_kana, date_of_birth, address, occupation, purposes,
         action, attempt, submitted_at)
       select $1::uuid, id, 'image_face', 'my_number_card', '名', 'ナ', '1990-04-01', '石川県', 'other', '{shopping}', 'blink', 1, now()
       from person`,
      [id],
    )
    await apiOf().db.query(
      `insert into kyc_images (request_id, side, name, source) values ($1, 'front', $2, 'file')`,
      [id, filepath.slice('private/'.length)],
    )
    return id
  }

  return {
    'admin.verifyUser': async (column: Column): Promise<Ask> => ({
      params: { id: await memberAtCounter(await callerOf(column)) },
      body: { document: 'driver_license', confirmed: true },
    }),
    'users.kyc': (): Ask => ({}),
    'users.kycVisit': async (column: Column): Promise<Ask> => {
      await documentsBody(column)
      return { body: visitBody }
    },
    'admin.kycVisitScan': async (): Promise<Ask> => ({ body: { token: (await aVisit()).token } }),
    'admin.kycVisitRecord': async (column: Column): Promise<Ask> => ({
      params: { id: await readVisit(await callerOf(column)) },
      body: seenDocuments,
    }),
    'users.kycRequest': async (column: Column): Promise<Ask> => ({ body: await documentsBody(column) }),
    'files.private': async (): Promise<Ask> => ({ file: { bytes: await widePicture() } }),
    'admin.kycList': (): Ask => ({}),
    'admin.kycShow': async (): Promise<Ask> => ({ params: { id: await waitingRequest() } }),
    'admin.kycImage': async (): Promise<Ask> => ({ params: { id: await waitingRequest(), side: 'front' } }),
    'admin.kycRedact': async (): Promise<Ask> => ({
      params: { id: await waitingRequest(), side: 'front' },
      body: { areas: [{ left: 0, top: 0, width: 10, height: 1_000 }] },
    }),
    'admin.kycDecide': async (): Promise<Ask> => ({
      params: { id: await waitingRequest() },
      body: { decision: 'reject', reasons: ['blurry'] },
    }),
  }
}
