import { noticeText } from '@shirogane/api/notices/notices'
import type { TestDatabase } from '../database.ts'

/** The notices that a condition finds, as their readers see them. */
export async function readNotices(
  db: Pick<TestDatabase, 'query'>,
  where: string,
  values: readonly unknown[] = [],
): Promise<{ title: string; message: string }[]> {
  const rows = await db.query<{ kind: string; facts: unknown }>(
    `select n.kind, n.facts from notifications n where ${where}`,
    [...values],
  )
  return rows.map((row) => {
    const { title, message } = noticeText(row)
    return { title, message }
  })
}
