import type { Banner } from '@shirogane/contract/resources/brand/public-pages'
import type { Db, Row, Tx } from '../../db/sql.ts'

/** A banner without its place among the others. */
export type BannerFields = {
  id: string
  period: string
  title: string
  note: string
  body: string
  picture: Banner['picture']
  /** The name of head office's own picture. */
  image: string | null
  alt: string
  link: string | null
  campaign_id: string | null
  published_from: Date
  published_until: Date | null
}
export type BannerRow = BannerFields & { position: number }

const columns = `id, position, period, title, note, body, picture, image, alt, link, campaign_id, published_from,
  published_until`

export function listAll(db: Db): Promise<BannerRow[]> {
  return db.rows<BannerRow>(`select ${columns} from banners order by position`, [], 'all-banners')
}

/** What visitors see now. */
export function listShown(db: Db): Promise<(Row & Banner)[]> {
  return db.rows<Row & Banner>(
    `select id, period, title, note, picture, '/files/banner/' || image || '.webp' as image, alt, link, body, campaign_id
     from banners
     where published_from <= ledger.now() and (published_until is null or published_until > ledger.now())
     order by position`,
    [],
    'banners',
  )
}

export function findBannerForUpdate(tx: Tx, id: string): Promise<BannerRow | null> {
  return tx.first<BannerRow>(`select ${columns} from banners where id = $1 for update`, [id], 'banner')
}

/** One order at a time: places are counted and shifted. */
export async function lockBanners(tx: Tx): Promise<void> {
  await tx.rows(`select pg_advisory_xact_lock(hashtextextended('banners', 0))`)
}

export async function hasPicture(db: Db, name: string): Promise<boolean> {
  return (await db.first(`select from banner_images where name = $1`, [name], 'banner-picture')) !== null
}

export async function hasCampaign(db: Db, id: string): Promise<boolean> {
  return (await db.first(`select from campaigns where id = $1`, [id], 'banner-campaign')) !== null
}

export async function insertBanner(tx: Tx, row: BannerFields): Promise<void> {
  await tx.run(
    `insert into banners (id, position, period, title, note, body, picture, image, alt, link, campaign_id,
       published_from, published_until)
     values ($1, (select coalesce(max(position), 0) + 1 from banners), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    valuesOf(row),
    'insert-banner',
  )
}

export async function changeBanner(tx: Tx, row: BannerFields): Promise<void> {
  await tx.run(
    `update banners set period = $2, title = $3, note = $4, body = $5, picture = $6, image = $7, alt = $8, link = $9,
       campaign_id = $10, published_from = $11, published_until = $12
     where id = $1`,
    valuesOf(row),
    'change-banner',
  )
}

function valuesOf(row: BannerFields): unknown[] {
  return [
    row.id,
    row.period,
    row.title,
    row.note,
    row.body,
    row.picture,
    row.image,
    row.alt,
    row.link,
    row.campaign_id,
    row.published_from,
    row.published_until,
  ]
}

export async function placeBanners(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.run(
    `update banners b set position = a.place from unnest($1::uuid[]) with ordinality a (id, place) where b.id = a.id`,
    [ids],
    'place-banners',
  )
}

export async function dropBanner(tx: Tx, id: string): Promise<void> {
  await tx.run(`delete from banners where id = $1`, [id], 'drop-banner')
}

export async function recordPicture(db: Db, name: string, userId: string, at: Date): Promise<void> {
  await db.run(
    `insert into banner_images (name, uploaded_by, created_at) values ($1, $2, $3)`,
    [name, userId, at],
    'record-banner-picture',
  )
}

/** Pictures that no banner shows. */
export async function dropUntaken(db: Db, before: Date): Promise<string[]> {
  const gone = await db.rows<Row & { name: string }>(
    `delete from banner_images i where i.created_at < $1 and not exists (select from banners b where b.image = i.name)
     returning i.name`,
    [before],
    'drop-untaken-banner-pictures',
  )
  return gone.map(({ name }) => name)
}
