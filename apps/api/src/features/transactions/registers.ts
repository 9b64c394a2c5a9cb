import type { Actor, Context } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { directoryOf, type RegisterName } from './directory.ts'

/**
 * The register that the till names, or the store's first one; another store's register is not there. One that is out of
 * use is left to the ledger, which posts nothing at it but still answers what was posted before.
 */
export async function ownRegister(
  ctx: Context,
  actor: Actor,
  registerId: string | undefined,
): Promise<string> {
  return (await registerOf(ctx, actor, registerId)).id
}

/** The same for what the ledger has no answer to: a register that is out of use refuses at once. */
export async function openRegister(
  ctx: Context,
  actor: Actor,
  registerId: string | undefined,
): Promise<string> {
  const register = await registerOf(ctx, actor, registerId)
  if (register.closed) throw new Problem('REGISTER_OUT_OF_USE')
  return register.id
}

async function registerOf(ctx: Context, actor: Actor, registerId: string | undefined): Promise<RegisterName> {
  const { registers } = await directoryOf(ctx)
  const register = registers.find(
    ({ id, store_id, closed }) =>
      store_id === actor.employee!.store_id && (registerId === undefined ? !closed : id === registerId),
  )
  if (!register) throw new Problem('NOT_FOUND', { reason: 'register of another store' })
  return register
}

/** The ledger knows no register that is out of use; whoever stands there is told what that means. */
export async function asClosedRegister(
  ctx: Context,
  registerId: string | null,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof Problem) || error.code !== 'NOT_FOUND' || registerId === null) return error
  const { registers } = await directoryOf(ctx)
  const isClosed = registers.some(({ id, closed }) => id === registerId && closed)
  return isClosed ? new Problem('REGISTER_OUT_OF_USE') : error
}
