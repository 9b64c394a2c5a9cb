import { limits } from '@shirogane/contract/rules/limits'
import type { Actor, Context } from '../../../../context.ts'
import { uuidv7 } from '../../../../db/uuid.ts'
import { Answer, type Input, type Output } from '../../../../http/operation.ts'
import { Problem } from '../../../../http/problem.ts'
import { deviceCookie, newDeviceKey } from '../../../../lib/register-device.ts'
import { findDeviceName, requireStepUp } from '../../../auth/index.ts'
import { recordAct } from '../../../log/index.ts'
import { deleteDevice, insertDevice } from '../../../stores/device-store.ts'
import { getStore } from '../../../stores/get-store.ts'
import { isOwnStore } from '../../../stores/rules.ts'
import { findRegisterForUpdate } from '../../../stores/store.ts'
import { deviceText } from '../../../../lib/device-text.ts'

/**
 * Makes the calling browser a register of the shop: it is given a secret, of which the hash stays here. What it was before
 * ends with that.
 */
export async function enrolDevice(
  ctx: Context,
  actor: Actor,
  { params, client, requestId }: Input<'admin.enrolDevice'>,
): Promise<Answer<Output<'admin.enrolDevice'>>> {
  if (!isOwnStore(actor, params.id)) throw new Problem('NOT_FOUND')
  const { value, hash } = newDeviceKey()
  const device = { id: uuidv7(ctx.now()), register_id: params.register }
  await ctx.transact(async (tx) => {
    const register = await findRegisterForUpdate(tx, params.id, params.register)
    if (!register) throw new Problem('NOT_FOUND')
    if (register.closed_at !== null) throw new Problem('REGISTER_OUT_OF_USE')
    const before = actor.employee!.device && (await deleteDevice(tx, actor.employee!.device.id))
    const label = deviceText(findDeviceName(client.userAgent))
    const enrolled_by = actor.user_id
    const row = { ...device, key_hash: hash, label, enrolled_by, at: ctx.now() }
    if (!(await insertDevice(tx, row)))
      throw new Problem('DEVICE_LIMIT', { blanks: { n: limits.registerDevicesMax } })
    await recordAct(ctx, tx, {
      actor,
      requestId,
      action: 'store.device_enrolled',
      object: `store:${params.id}:${device.id}`,
      store_id: params.id,
      before: before && { register: before.register, device: before.label },
      after: { register: register.name, device: label },
    })
    await requireStepUp(ctx, tx, actor, 'store')
  })
  ctx.sessions.forgetDevices()
  return new Answer(await getStore(ctx, params.id, device.id), { cookies: [deviceCookie(value)] })
}
