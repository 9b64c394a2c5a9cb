import { ApiError, call } from '../../shell/api/api.ts'

let taken: Promise<unknown> | null = null

/** The server answers the questions of this page to a browser that took a ticket; one that ran out is taken anew. */
export async function withTicket<T>(work: () => Promise<T>): Promise<T> {
  taken ??= take()
  await taken
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'TICKET_REQUIRED') throw error
    taken = take()
    await taken
    return work()
  }
}

function take(): Promise<unknown> {
  const next = call('auth.ticket')
  next.catch(() => {
    taken = null
  })
  return next
}
