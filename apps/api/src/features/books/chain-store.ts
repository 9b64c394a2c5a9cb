import type { Db, Row } from '../../db/sql.ts'

/** The number of the new block of the chain; null where there was nothing to add, or another process is at it. */
export async function chainBlock(db: Db): Promise<number | null> {
  const row = await db.first<{ block: number | null }>('select ledger.extend_chain() as block')
  return row?.block ?? null
}

/** The hash of the first block, and number and hash of the last; null where nothing was chained yet. */
export function findSealsAtEnds(
  db: Db,
): Promise<(Row & { first: string; block: number; last: string }) | null> {
  return db.first(
    `select encode(f.hash, 'hex') as first, l.block, encode(l.hash, 'hex') as last
     from (select hash from ledger.chain_blocks order by block limit 1) f,
       (select block, hash from ledger.chain_blocks order by block desc limit 1) l`,
    [],
    'blocks-at-ends',
  )
}

export async function findBlockHash(db: Db, block: number): Promise<string | null> {
  const row = await db.first<{ hash: string }>(
    `select encode(hash, 'hex') as hash from ledger.chain_blocks where block = $1`,
    [block],
    'seal-hash',
  )
  return row?.hash ?? null
}
