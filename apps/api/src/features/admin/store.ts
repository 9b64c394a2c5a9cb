import type { Banner } from '@shirogane/contract/admin'
import type { Db, Row } from '../../db/sql.ts'

export function findSetting(db: Db, key: string): Promise<{ value: unknown } | null> {
  return db.first<{ value: unknown }>(`select value from settings where key = $1`, [key], 'setting')
}

export function listBanners(db: Db): Promise<(Row & Banner)[]> {
  return db.rows<Row & Banner>(
    `select id, period, title, note, picture, '/files/banner/' || image || '.webp' as image, alt, link, body, campaign_id
     from banners
     where published_from <= ledger.now() and (published_until is null or published_until > ledger.now())
     order by position`,
    [],
    'banners',
  )
}
