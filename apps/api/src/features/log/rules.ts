import type { RecordedAct } from '@shirogane/contract/resources/brand/log'
import type { Actor } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { type Cell, csvTime } from '../../lib/csv.ts'
import type { ActFilter, ActRow } from './store.ts'
import { head } from './text.ts'

/** Staff of a store read what was done there, head office everything. */
export function filterOf(actor: Actor, asked: ActFilter): ActFilter {
  if (!actor.employee) throw new Problem('FORBIDDEN')
  const own = actor.employee.store_id
  if (own !== null && asked.store_id !== undefined && asked.store_id !== own) throw new Problem('NOT_FOUND')
  if (asked.from !== undefined && asked.until !== undefined && asked.from > asked.until)
    throw new Problem('PERIOD_REVERSED')
  const { employee_id, group, from, until } = asked
  return { store_id: own ?? asked.store_id, employee_id, group, from, until }
}

export function presentAct(row: ActRow): RecordedAct {
  return {
    id: row.id,
    at: row.at.toISOString(),
    by: { id: row.actor_id, number: row.actor_number, name: row.actor_name },
    action: row.action,
    object: row.object,
    store_name: row.store_name,
    subject: row.subject,
    before: row.before as RecordedAct['before'],
    after: row.after as RecordedAct['after'],
    note: row.note,
    request_id: row.request_id,
  }
}

/** For a spreadsheet, the newest first. */
export function rowsOfCsv(rows: readonly ActRow[]): Cell[][] {
  const json = (values: unknown) => (values === null ? '' : JSON.stringify(values))
  return [
    head,
    ...rows.map((row) => [
      csvTime(row.at),
      row.actor_number,
      row.actor_name,
      row.store_name,
      row.action,
      row.object,
      row.subject,
      json(row.before),
      json(row.after),
      row.note,
      row.request_id,
    ]),
  ]
}
