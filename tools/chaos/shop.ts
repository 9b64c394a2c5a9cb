import { password, type World } from '../bench/world.ts'
import { signIn } from '../lib/call.ts'
import type { Shop } from './registers.ts'

const registers = 8
const phones = 24

/** Signs in the clerks of one store and some of its customers. */
export async function openShop(world: World, origin: () => string, random: () => number): Promise<Shop> {
  const clerks: Shop['clerks'] = []
  for (const clerk of world.together.slice(0, registers)) {
    clerks.push({ ...(await signIn(origin(), clerk.number, password)), register_id: clerk.register_id })
  }
  const customers: Shop['customers'] = []
  const { rows } = await world.db.query<{ id: string; username: string }>(
    `select id, username from users where type = 'customer' order by username limit ${phones}`,
  )
  for (const { id, username } of rows) {
    customers.push({ user_id: id, ...(await signIn(origin(), username, password)) })
  }
  return { world, origin, clerks, customers, random }
}
