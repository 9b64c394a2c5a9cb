import { ApiError } from '../../../lib/api.ts'

type Kept = { key: string; body: string }

const place = (name: string) => `shirogane.act.${name}`

function read(name: string): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(place(name)) ?? 'null') as Kept | null
  } catch {
    return null
  }
}

/**
 * Sends one act under one key, written down before it is sent: after a lost answer, or a reload, the same act again is the
 * same act, and the server tells what came of it. A refusal that the server spoke ends the act.
 */
export async function actOnce<T>(
  name: string,
  body: unknown,
  send: (idempotencyKey: string) => Promise<T>,
): Promise<T> {
  const written = JSON.stringify(body)
  const kept = read(name)
  const key = kept?.body === written ? kept.key : crypto.randomUUID()
  try {
    sessionStorage.setItem(place(name), JSON.stringify({ key, body: written }))
  } catch {
    // Without storage a reload begins a new act; the server refuses what is given back twice.
  }
  try {
    const done = await send(key)
    sessionStorage.removeItem(place(name))
    return done
  } catch (error) {
    // Who is to show first that they are there does the same act afterwards.
    const isOver =
      error instanceof ApiError &&
      error.status >= 400 &&
      error.status < 500 &&
      error.status !== 401 &&
      error.code !== 'STEP_UP_REQUIRED'
    if (isOver) sessionStorage.removeItem(place(name))
    throw error
  }
}
