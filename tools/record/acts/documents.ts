import { type KycDocument, sidesOf } from '@shirogane/contract/inputs/identity'
import type { Caller } from '@shirogane/testkit/calls/caller'
import { kycAsks } from '@shirogane/testkit/asks/kyc-asks'
import { type Act, ask, keptOf, recentOf, type Stage } from '../act.ts'
import { widePicture } from '../picture.ts'
import { registered } from './people.ts'

const address = { postcode: '9200981', prefecture: '石川県', city: '金沢市', town: '片町', street: '0-0-0' }
const checklist = { name: true, date_of_birth: true, address: true, expiry: true, face: true }
const person = {
  last_name: '新人',
  first_name: '一子',
  last_name_kana: 'シンジン',
  first_name_kana: 'イチコ',
  date_of_birth: '1990-04-01',
}

/** A new member sends identity documents in, some of them more than once. */
async function sendDocuments(stage: Stage): Promise<void> {
  const { draw, world } = stage
  const member = await registered(stage)
  if (!member) return
  await member.call('users.profile', {
    body: draw.chance(0.1) ? { ...person, date_of_birth: '2012-04-01' } : person,
  })
  await member.call('addresses.create', { body: address })
  await documentsOf(stage, member, draw.pick(['driver_license', 'my_number_card', 'residence_card'] as const))
  const [request] = await world.db.query<{ id: string }>(
    `select id from kyc_requests where user_id::text = $1 and status = 'pending'`,
    [member.user_id],
  )
  if (request) keptOf(stage, 'papers').push(request.id)
  await member.call('users.kyc')
}

async function documentsOf({ draw }: Stage, member: Caller, kind: KycDocument): Promise<void> {
  const known = await ask<Record<string, string | null>>(member, 'users.kyc')
  if (!known) return
  const documents: object[] = []
  for (const side of sidesOf(kind)) {
    const sent = await ask<{ filepath: string }>(member, 'files.private', { file: { bytes: widePicture() } })
    if (sent) documents.push({ kind, side, filepath: sent.filepath })
  }
  const { name, name_kana, date_of_birth, address: line } = known
  await member.call('users.kycRequest', {
    body: {
      documents: draw.chance(0.05) ? documents.slice(1) : documents,
      name: draw.chance(0.05) ? '別人 太郎' : name,
      name_kana,
      date_of_birth,
      address: line,
      occupation: 'company_employee',
      purposes: ['shopping'],
      consent: true,
    },
  })
}

/** A reviewer looks at what waits, covers what no decision needs, and decides. */
async function reviews(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const by = await world.as(draw.pick(['reviewer', 'reviewer', 'owner', 'manager'] as const))
  const list = await ask<{ items: { id: string }[] }>(by, 'admin.kycList')
  const id = list?.items[0]?.id ?? recentOf(stage, keptOf(stage, 'papers'))
  if (!id) return
  const params = { id }
  await by.call('admin.kycShow', { params })
  await by.call('admin.kycImage', { params: { id, side: 'front' } })
  if (draw.chance(0.3))
    await by.call('admin.kycRedact', {
      params: { id, side: 'front' },
      body: { areas: [{ left: 0, top: 0, width: 10, height: 1_000 }] },
    })
  const body = draw.chance(0.6)
    ? { decision: 'approve', checklist, document_expires_on: draw.pick(['2030-01-31', '2026-12-01']) }
    : { decision: 'reject', reasons: draw.pick([['blurry'], ['expired'], ['blurry', 'expired']]) }
  await by.call('admin.kycDecide', { params, body })
  if (draw.chance(0.2)) await by.call('admin.kycDecide', { params, body })
}

/** Documents that are looked at in the shop, with the code on the member's phone. */
async function atTheCounter(stage: Stage): Promise<void> {
  const { world, draw } = stage
  const asks = kycAsks(
    () => world,
    () => world.as('clerk'),
    () => Promise.resolve(widePicture()),
  )
  const by = await world.as(draw.pick(['clerk', 'manager', 'otherClerk'] as const))
  const visit = await asks['admin.kycVisitRecord'](draw.pick(['register', 'manager'] as const))
  await by.call('admin.kycVisitRecord', visit)
  if (draw.chance(0.3)) await by.call('admin.kycVisitRecord', visit)
  const member = await world.as(draw.pick(['hanako', 'kyoko', 'yoko'] as const))
  const shown = await ask<{ token: string }>(member, 'users.kycVisit', {
    body: {
      document: 'driver_license',
      occupation: 'company_employee',
      purposes: ['shopping'],
      consent: true,
    },
  })
  if (shown) await by.call('admin.kycVisitScan', { body: { token: shown.token } })
}

export const documents: Act[] = [
  { weight: 1.5, name: 'papers handed in', run: sendDocuments },
  { weight: 2, name: 'papers reviewed', run: reviews },
  { weight: 0.8, name: 'papers at the counter', run: atTheCounter },
]
