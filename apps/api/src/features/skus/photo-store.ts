import type { Db, Row, Tx } from '../../db/sql.ts'

export async function recordPhoto(db: Db, name: string, userId: string): Promise<void> {
  await db.run(
    `insert into sku_images (name, uploaded_by, created_at) values ($1, $2, ledger.now())`,
    [name, userId],
    'record-goods-photo',
  )
}

/** Shows another photograph of an article, or none. What it showed before is left from now on. */
export async function showPhoto(
  tx: Tx,
  { sku_id, before, after }: { sku_id: string; before: string | null; after: string | null },
): Promise<void> {
  await tx.run(`update skus set image = $2 where id = $1`, [sku_id, after], 'show-goods-photo')
  if (before !== null)
    await tx.run(
      `update sku_images set left_at = ledger.now() where name = $1`,
      [before],
      'leave-goods-photo',
    )
}

/** Photographs that no article shows, and has not for a while. */
export async function dropUntakenPhotos(db: Db, before: Date): Promise<string[]> {
  const gone = await db.rows<Row & { name: string }>(
    `delete from sku_images i where greatest(i.created_at, i.left_at) < $1
       and not exists (select from skus k where k.image = i.name)
     returning i.name`,
    [before],
    'drop-untaken-goods-photos',
  )
  return gone.map(({ name }) => name)
}
