import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type {
  KycDocument,
  KycSide,
  Occupation,
  Purpose,
  RejectReason,
} from '@shirogane/contract/inputs/identity'
import { sidesOf } from '@shirogane/contract/inputs/identity'
import type { SavedAddress } from '@shirogane/contract/resources/members/addresses'
import { addressLine } from '@shirogane/contract/inputs/person'
import type { Client } from 'pg'
import type { Config } from '../../config.ts'
import { uuidv7 } from '../../db/uuid.ts'
import { deriveKeys } from '../../features/auth/keys.ts'
import { remoteMethod } from '../../features/users/kyc-request.ts'
import { privateObject, encryptFile } from '../../features/kyc/encrypt.ts'
import { openFolderStore } from '../../gateways/objects.ts'
import { members } from '../cast.ts'
import { drawPaper } from '../specimen.ts'

/** Where those members live who have told. No real address has block numbers of zero. */
const homes: Readonly<Record<string, SavedAddress>> = {
  yoko: home('1110051', '東京都', '台東区', '蔵前', '0-0-0', null),
  saburo: home('1110051', '東京都', '台東区', '蔵前', '0-0-0', '控荘 3'),
  okure: home('9200981', '石川県', '金沢市', '片町', '0-0-0', null),
  funo: home('1110051', '東京都', '台東区', '蔵前', '0-0-0', null),
}

function home(
  postcode: string,
  prefecture: string,
  city: string,
  town: string,
  street: string,
  building: string | null,
) {
  return { postcode, prefecture, city, town, street, building }
}

export function homeOf(username: string): string | null {
  const parts = homes[username]
  return parts ? addressLine(parts) : null
}

type Document = {
  document: KycDocument
  occupation: Occupation
  purposes: readonly Purpose[]
  /** Before now. */
  submittedHours: number
  decidedHours?: number
  /** Why it was sent back; none where it was approved. */
  reasons?: readonly RejectReason[]
  expiresOn?: string
  isBlurred?: boolean
}

const documents: Readonly<Record<string, Document>> = {
  yoko: {
    document: 'driver_license',
    occupation: 'company_employee',
    purposes: ['shopping', 'affiliate'],
    submittedHours: 20,
  },
  saburo: {
    document: 'driver_license',
    occupation: 'self_employed',
    purposes: ['deferred_payment'],
    submittedHours: 70,
    decidedHours: 46,
    reasons: ['blurry'],
    isBlurred: true,
  },
  kyoko: approved('my_number_card', 'professional', ['affiliate'], 4_400, '2031-06-12'),
  okure: approved('driver_license', 'company_employee', ['deferred_payment'], 2_900, '2029-02-20'),
  takasaki: approved('driver_license', 'executive', ['shopping'], 6_100, '2030-06-05'),
  funo: approved('residence_card', 'part_time', ['affiliate'], 1_500, '2029-03-31'),
}

function approved(
  document: KycDocument,
  occupation: Occupation,
  purposes: readonly Purpose[],
  submittedHours: number,
  expiresOn: string,
): Document {
  return { document, occupation, purposes, submittedHours, decidedHours: submittedHours - 26, expiresOn }
}

/**
 * Requests for the identity check: one that waits, one that was sent back, and older ones that were approved. The
 * pictures are drawings of invented documents, encrypted and stored as real ones are.
 */
export async function seedDocuments(
  client: Client,
  config: Config,
  memberIds: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [username, parts] of Object.entries(homes)) {
    await client.query(
      `insert into addresses (user_id, postcode, prefecture, city, town, street, building, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, now())`,
      [
        memberIds.get(username),
        parts.postcode,
        parts.prefecture,
        parts.city,
        parts.town,
        parts.street,
        parts.building,
      ],
    )
  }
  const now = await lastMoment(client)
  for (const [username, paper] of Object.entries(documents)) {
    const person = members.find((member) => member.username === username)
    const userId = memberIds.get(username)
    if (!person || !userId) throw new Error(`${username} has papers and is no member`)
    const requestId = uuidv7()
    await client.query(
      `insert into kyc_requests (id, user_id, method, document, name, name_kana, date_of_birth, address, occupation, purposes,
         action, attempt, submitted_at)
       values ($1, $2, $11, $3, $4, $5, $6, $7, $8, $9, 'turn_right', 1, $10)`,
      [
        requestId,
        userId,
        paper.document,
        `${person.last_name} ${person.first_name}`,
        `${person.last_name_kana} ${person.first_name_kana}`,
        person.date_of_birth,
        homeOf(username) ?? '石川県金沢市片町0-0-0',
        paper.occupation,
        paper.purposes,
        hoursBefore(now, paper.submittedHours),
        remoteMethod,
      ],
    )
    // The pictures of what was approved long ago are out of everybody's sight.
    if (paper.expiresOn === undefined) await seedPictures(client, config, { requestId, userId, paper, now })
    if (paper.decidedHours !== undefined)
      await seedDecision(client, requestId, paper, hoursBefore(now, paper.decidedHours))
  }
}

/**
 * Now, or the last moment at which a phone alone was enough: the law ends that way on a day, and a brand that opens later has
 * the requests of before.
 */
async function lastMoment(client: Client): Promise<Date> {
  const { rows } = await client.query<{ at: Date }>(
    `select least(now(), (valid_to + 1)::timestamp at time zone 'Asia/Tokyo') as at from kyc_methods where method = $1`,
    [remoteMethod],
  )
  return rows[0]!.at
}

const hoursBefore = (moment: Date, hours: number): Date => new Date(moment.getTime() - hours * 3_600_000)

type Where = { requestId: string; userId: string; paper: Document; now: Date }

async function seedPictures(client: Client, config: Config, { requestId, userId, paper, now }: Where) {
  const keys = deriveKeys(config.secretKey)
  const store = openFolderStore(join(config.dataDir, 'private'))
  for (const side of sidesOf(paper.document)) {
    const name = randomBytes(16).toString('hex')
    const isBlurred = paper.isBlurred === true && side === 'front'
    const { encrypted, encrypted_key } = encryptFile(keys, name, await drawPaper(side, isBlurred))
    await store.put(privateObject(name), encrypted)
    await client.query(
      `insert into private_files (name, object, user_id, purpose, encrypted_key, created_at)
       values ($1, $1, $2, 'kyc', $3, $4)`,
      [name, userId, encrypted_key, hoursBefore(now, paper.submittedHours)],
    )
    await client.query(
      `insert into kyc_images (request_id, side, name, source) values ($1, $2, $3, 'camera')`,
      [requestId, side satisfies KycSide, name],
    )
  }
}

async function seedDecision(client: Client, requestId: string, paper: Document, at: Date): Promise<void> {
  await client.query(
    `insert into kyc_decisions (id, request_id, decision, employee_id, reasons, at)
     select $1, $2, $3, user_id, $4, $5 from employees where number = 'E0008'`,
    [uuidv7(), requestId, paper.reasons ? 'reject' : 'approve', paper.reasons ?? [], at],
  )
  await client.query(
    `update kyc_requests set status = $2, decided_at = $3, document_expires_on = $4 where id = $1`,
    [requestId, paper.reasons ? 'rejected' : 'approved', at, paper.expiresOn ?? null],
  )
}
