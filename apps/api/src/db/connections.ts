import { NoAnswer } from '@shirogane/ledger'
import type pg from 'pg'

const goodbyeMs = 1_000

type WithStream = { connection: { stream: { destroy(error: Error): void } } }

/** Ends a connection at once, with all that is under way on it: nothing that it still answers is heard. */
export function giveUp(client: pg.ClientBase): void {
  ;(client as unknown as WithStream).connection.stream.destroy(new NoAnswer())
}

/** Says goodbye to the database, and leaves without its answer where none comes. */
export async function endConnection(client: pg.Client): Promise<void> {
  const timer = setTimeout(() => giveUp(client), goodbyeMs)
  await client.end().catch(() => undefined)
  clearTimeout(timer)
}
