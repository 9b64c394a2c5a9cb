import { randomUUID } from 'node:crypto'
import { answerConfirmation } from '../pay/questions.ts'
import { askMove } from '../points/register-grant.ts'
import { withinPool } from '../within.ts'
import type { Clerk, Customer, World } from './world.ts'

type Move = { from: Customer; to: Customer; points: number; by: Clerk; key: string; id: string }

/**
 * The giver of a move shows a code, is asked at the clerk's register and says yes. Answers the code that the move spends,
 * under the id of the giver's movement.
 */
export async function agreeToMove(world: World, { from, to, points, by, key, id }: Move): Promise<string> {
  const code = await world.code(from)
  const asked = {
    giver_transaction_id: id,
    giver_code_id: code.id,
    store_id: by.store_id,
    register_id: by.register_id,
    actor_id: by.user_id,
    giver_id: from.id,
    customer_id: to.id,
    key,
    points,
  }
  const question = randomUUID()
  const digest = Buffer.from('move')
  await withinPool(world.app, (db) =>
    askMove(db, asked, { id: question, digest, answerSeconds: 60, useSeconds: 120 }),
  )
  const answer = { id: question, customer_id: from.id, session_id: from.session_id, agrees: true }
  await withinPool(world.app, (db) => answerConfirmation(db, answer))
  return code.id
}
