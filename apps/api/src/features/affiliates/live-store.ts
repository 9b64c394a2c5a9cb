import type { Row, Tx } from '../../db/sql.ts'

export type LiveEvent = Row & { id: string; user_id: string; event: string; payload: object }

/**
 * The oldest events that wait. They are deleted with the commit of the process that took them: until then no other has
 * them.
 */
export function takeLiveEvents(tx: Tx, count: number): Promise<LiveEvent[]> {
  return tx.rows<LiveEvent>(
    `with taken as (select id from live_events order by id limit $1 for update skip locked)
     delete from live_events e using taken t where e.id = t.id returning e.id, e.user_id, e.event, e.payload`,
    [count],
    'live-events-take',
  )
}
