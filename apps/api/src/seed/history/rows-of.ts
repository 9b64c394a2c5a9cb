import type { Client } from 'pg'

/** The rows of the seed's one connection, which is in a transaction, as the acts of the ledger ask for them. */
export const rowsOf = (client: Client) => ({
  rows: async <T>(text: string, values?: readonly unknown[]) =>
    (await client.query(text, values && [...values])).rows as T[],
})
