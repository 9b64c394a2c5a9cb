import type { Actor, Context } from '../../../context.ts'
import { Problem } from '../../../http/problem.ts'
import { directoryOf, directoryWithRegisters } from '../sale/directory.ts'
import type { RegisterName } from '../sale/directory-names.ts'
import { findFirstAnswer, isOutOfUse } from '../store.ts'

/** An act that may have been done before: then it is answered as it was, wherever it is asked for again. */
type Repeat = { route: string; key: string | null }

/**
 * The register that the register names, or the store's first one; another store's register is not there. One that is out of
 * use is left to the ledger, which posts nothing at it but still answers what was posted before. Where the brand sells on
 * enrolled devices alone it is the register that the calling browser is, and no other.
 */
export async function ownRegister(
  ctx: Context,
  actor: Actor,
  registerId: string | undefined,
  repeat?: Repeat,
): Promise<string> {
  return (await registerOf(ctx, actor, registerId, repeat)).id
}

/** The same for what the ledger has no answer to: a register that is out of use refuses at once. */
export async function openRegister(
  ctx: Context,
  actor: Actor,
  registerId: string | undefined,
  repeat?: Repeat,
): Promise<string> {
  const register = await registerOf(ctx, actor, registerId, repeat)
  if (register.closed) throw new Problem('REGISTER_OUT_OF_USE')
  return register.id
}

/**
 * Whether the caller may go on with an open sale of this register: a clerk at this register may, and so may the one who
 * opened it, from any register. An enrolled device is its register for every clerk: there the register alone counts.
 */
export async function mayGoOnAt(
  ctx: Context,
  actor: Actor,
  checkout: { register_id: string; employee_id: string },
  registerId: string | undefined,
  repeat: Repeat,
): Promise<boolean> {
  const { enrolled_only } = await directoryOf(ctx)
  if (enrolled_only) return (await ownRegister(ctx, actor, registerId, repeat)) === checkout.register_id
  if (checkout.employee_id === actor.user_id) return true
  return (registerId ?? (await ownRegister(ctx, actor, undefined))) === checkout.register_id
}

async function registerOf(
  ctx: Context,
  actor: Actor,
  registerId: string | undefined,
  repeat: Repeat | undefined,
): Promise<RegisterName> {
  const { store_id, device } = actor.employee!
  const { registersOf, enrolled_only } = await directoryWithRegisters(ctx, [registerId, device?.register_id])
  const own = registersOf.get(store_id ?? '') ?? []
  const enrolled = own.find(({ id }) => id === device?.register_id)
  const asked = registerId ?? (enrolled_only ? enrolled?.id : undefined)
  const register = own.find((one) => (asked === undefined ? !one.closed : one.id === asked))
  if (!register) throw new Problem('NOT_FOUND', { reason: 'register of another store' })
  if (enrolled_only && register.id !== enrolled?.id && !(await isRepeat(ctx, actor, repeat)))
    throw new Problem('DEVICE_NOT_ENROLLED')
  return register
}

/**
 * For acts of a shop that are no register's own: where the brand sells on enrolled devices alone, they are done on one of the
 * shop's. Head office belongs to no shop and needs none.
 */
export async function requireDevice(ctx: Context, actor: Actor, repeat?: Repeat): Promise<void> {
  const { store_id, device } = actor.employee!
  const { registers, enrolled_only } = await directoryWithRegisters(ctx, [device?.register_id])
  if (!enrolled_only || store_id === null) return
  if (registers.get(device?.register_id ?? '')?.store_id === store_id) return
  if (!(await isRepeat(ctx, actor, repeat))) throw new Problem('DEVICE_NOT_ENROLLED')
}

/**
 * The ledger moves nothing twice for a key: it answers what was done under it. Asked only where the act would be
 * refused, and it waits for a request of this key that still runs.
 */
async function isRepeat(ctx: Context, actor: Actor, repeat: Repeat | undefined): Promise<boolean> {
  if (repeat?.key == null) return false
  return (await findFirstAnswer(ctx.db, actor.user_id, repeat.route, repeat.key)) !== null
}

/**
 * The ledger does not know registers that are out of use; the clerk there is told what that means. The register is read
 * anew: the directory may still be of the moment before.
 */
export async function asClosedRegister(
  ctx: Context,
  registerId: string | null,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof Problem) || error.code !== 'NOT_FOUND' || registerId === null) return error
  return (await isOutOfUse(ctx.db, registerId)) ? new Problem('REGISTER_OUT_OF_USE') : error
}
