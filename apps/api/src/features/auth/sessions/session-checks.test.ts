import { expect, test } from 'vitest'
import type { Db } from '../../../db/sql.ts'
import type { AccessTokens, Claims } from './access-tokens.ts'
import { sessionChecks } from './session-state.ts'
import type { SessionState } from '../store.ts'

const session = { id: 'session', user_id: 'user' }

/** Sessions over a row in memory. A bearer is the generation that its token names. */
function opened() {
  const row = { generation: 1, acknowledged: true }
  let held: Promise<void> | null = null
  const db = {
    async first() {
      const state = {
        ...session,
        ...row,
        audience: 'api',
        user_type: 'customer',
        verified: true,
        suspended_at: null,
        revoked_at: null,
        absolute_expires_at: new Date('2100-01-01'),
      } as SessionState
      await held
      return state
    },
    async run(_text: string, [, generation]: [string, number]) {
      if (row.generation === generation) row.acknowledged = true
    },
  } as unknown as Db
  const claimsOf = (bearer: string): Claims => ({
    user_id: session.user_id,
    session_id: session.id,
    generation: Number(bearer),
    expires_at: Infinity,
  })
  const tokens = { verify: async (bearer: string) => claimsOf(bearer) } as unknown as AccessTokens
  return {
    row,
    sessions: sessionChecks(db, tokens, () => new Date()),
    rotate() {
      row.generation += 1
      row.acknowledged = false
    },
    /** What is read from now on is answered when the word that comes back is called. */
    hold(): () => void {
      let release = () => {}
      held = new Promise((resolve) => (release = resolve))
      return () => {
        held = null
        release()
      }
    },
  }
}

test('the first use of a new token says that its answer arrived, though another process rotated a moment after this one looked', async () => {
  const { sessions, row, rotate } = opened()
  await sessions.getActor('1')
  rotate()
  await sessions.getActor('1')
  expect(row.acknowledged).toBe(false)
  await sessions.getActor('2')
  expect(row.acknowledged).toBe(true)
})

test('and though a reading for the token before it is still under way', async () => {
  const { sessions, row, rotate, hold } = opened()
  const release = hold()
  const before = sessions.getActor('1')
  await new Promise((resolve) => setImmediate(resolve))
  rotate()
  sessions.forget(session.id)
  const first = sessions.getActor('2')
  release()
  await Promise.all([before, first])
  expect(row.acknowledged).toBe(true)
})
