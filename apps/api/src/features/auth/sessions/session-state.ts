import { sentenceOf } from '@shirogane/contract/wire/errors'
import { limits } from '@shirogane/contract/rules/limits'
import { holds } from '@shirogane/contract/wire/rights'
import type { Actor, EmployeeType } from '../../../actor.ts'
import type { Db } from '../../../db/sql.ts'
import { Problem } from '../../../http/problem.ts'
import { hashOfDeviceKey } from '../../../lib/register-device.ts'
import type { AccessTokens, Claims } from './access-tokens.ts'
import {
  acknowledgeGeneration,
  findSessionState,
  recordActivity,
  recordDeviceUse,
  type SessionState,
} from '../store.ts'

/** How long a plain call may rely on what was read of its session. Calls that change anything read it anew. */
const trustMs = 1_000
const rememberedMax = 50_000
const deviceUsedEveryMs = limits.registerDeviceUsedEverySeconds * 1_000

/** The secret of the register that the calling browser may be; it is looked up with the session. */
type DeviceKey = string | null

export type Sessions = {
  readonly tokens: AccessTokens
  /** Who sent this bearer, where that was read a moment ago: most calls need not wait for it. Null says nothing. */
  recallActor(bearer: string, device: DeviceKey): Actor | null
  /** Who sent this bearer. Throws 401 for a missing, expired or dead one and 403 for a suspended account. */
  getActor(bearer: string | null, device?: DeviceKey): Promise<Actor>
  /** The same by the session as it is now, not as it was read a moment ago: for calls that change anything. */
  getActorAnew(bearer: string | null, device: DeviceKey): Promise<Actor>
  /** The same for calls that serve everybody: a bad token there is no token. */
  findActor(bearer: string | null, device: DeviceKey): Promise<Actor | null>
  /**
   * The person at this session's register acts. Refused with 403 after so long without an act that it may be another
   * person: from then on only signing in opens it. Costs nothing but memory, and one short write now and then.
   */
  stayAwake(actor: Actor): Promise<void>
  /** What is known of a session is read anew with the next call, and its sockets are checked. */
  forget(sessionId: string): void
  /** A browser became a register or is none any more: every session is read anew with its next call. */
  forgetDevices(): void
  onForget(listener: (sessionId: string) => void): void
}

type Remembered = { state: SessionState | null; readAt: number; device: DeviceKey }

export function sessionChecks(db: Db, tokens: AccessTokens, now: () => Date): Sessions {
  const remembered = new Map<string, Remembered>()
  const reading = new Map<string, Promise<Remembered>>()
  const listeners: ((sessionId: string) => void)[] = []

  /** What was read of a session a moment ago; null where it has to be read. */
  function recallState(claims: Claims, device: DeviceKey): SessionState | null {
    const known = remembered.get(claims.session_id)
    if (!known?.state || known.device !== device || performance.now() - known.readAt >= trustMs) return null
    // Read before this token was made, by another process or while it was: its first use still has to be said.
    if (known.state.generation < claims.generation) return null
    return known.state.acknowledged || known.state.generation > claims.generation ? known.state : null
  }

  async function stateOf(claims: Claims, device: DeviceKey): Promise<SessionState | null> {
    const known = recallState(claims, device)
    if (known) return known
    // Calls that arrive together share one reading; of each generation, since each says for itself that it arrived.
    const name = `${claims.session_id}.${claims.generation}.${device ?? ''}`
    let pending = reading.get(name)
    if (!pending) {
      pending = read(claims, device).finally(() => reading.delete(name))
      reading.set(name, pending)
    }
    return (await pending).state
  }

  async function read(claims: Claims, device: DeviceKey): Promise<Remembered> {
    const readAt = performance.now()
    let state = await findSessionState(
      db,
      claims.session_id,
      device === null ? null : hashOfDeviceKey(device),
    )
    // The first use of a token of the newest generation says that its answer arrived: the one before is dead from now.
    if (state && !state.acknowledged && state.generation === claims.generation) {
      await acknowledgeGeneration(db, state.id, state.generation)
      state = { ...state, acknowledged: true }
    }
    if (state) await noteDeviceUse(state)
    const entry = { state, readAt, device }
    if (remembered.size >= rememberedMax) remembered.clear()
    remembered.set(claims.session_id, entry)
    return entry
  }

  async function noteDeviceUse(state: SessionState): Promise<void> {
    const { register_device_id: id, register_device_used_at: before, employee_active } = state
    const at = now()
    if (!id || !before || employee_active !== true) return
    if (at.getTime() - before.getTime() >= deviceUsedEveryMs) await recordDeviceUse(db, id, at)
  }

  type Reader = (claims: Claims) => Promise<SessionState | null>

  async function actorBehind(bearer: string, reader: Reader): Promise<Actor | 'dead' | 'suspended'> {
    const claims = await tokens.verify(bearer)
    return claims ? judge(claims, await reader(claims)) : 'dead'
  }

  async function requireActor(bearer: string | null, reader: Reader): Promise<Actor> {
    if (bearer === null) throw new Problem('AUTH_REQUIRED')
    const actor = await actorBehind(bearer, reader)
    if (actor === 'dead') throw new Problem('AUTH_SESSION_EXPIRED')
    if (actor === 'suspended') throw new Problem('AUTH_SUSPENDED')
    return actor
  }

  function judge(claims: Claims, state: SessionState | null): Actor | 'dead' | 'suspended' {
    if (!state || !isAlive(state, now()) || state.user_id !== claims.user_id) return 'dead'
    return state.suspended_at ? 'suspended' : actorOf(state)
  }

  return {
    tokens,
    recallActor(bearer, device) {
      const claims = tokens.recall(bearer)
      const state = claims && recallState(claims, device)
      const actor = state && judge(claims, state)
      return typeof actor === 'string' ? null : actor
    },
    getActor: async (bearer, device = null) => requireActor(bearer, (claims) => stateOf(claims, device)),
    getActorAnew: async (bearer, device) =>
      requireActor(bearer, async (claims) => (await read(claims, device)).state),
    async findActor(bearer, device) {
      if (!bearer) return null
      const actor = await actorBehind(bearer, (claims) => stateOf(claims, device))
      return typeof actor === 'string' ? null : actor
    },
    async stayAwake(actor) {
      if (!actor.employee?.store_id) return
      const state = remembered.get(actor.session_id)?.state ?? (await findSessionState(db, actor.session_id))
      if (!state || !isRegister(state)) return
      const at = now()
      const idleMs = at.getTime() - (state.active_at ?? state.created_at).getTime()
      if (idleMs > limits.registerIdleSeconds * 1_000)
        throw new Problem('STEP_UP_REQUIRED', {
          reason: 'idle',
          fields: { staff_pin: sentenceOf('STEP_UP_REQUIRED') },
        })
      if (idleMs < limits.registerAwakeSeconds * 1_000) return
      // Before the write, so that calls that come together write once.
      state.active_at = at
      await recordActivity(db, state.id, at)
    },
    forget(sessionId) {
      remembered.delete(sessionId)
      for (const listener of listeners) listener(sessionId)
    },
    forgetDevices: () => remembered.clear(),
    onForget(listener) {
      listeners.push(listener)
    },
  }
}

/**
 * A page that can be left open in a shop, and that its user can open again on return: a program's session has no
 * screen, head office has no register, and a person who has no PIN yet would have to leave their sale.
 */
function isRegister(state: SessionState): boolean {
  const isOfStore = state.employee_type !== null && holds(state.employee_type, 'shop.own')
  return state.client === 'browser' && isOfStore && state.employee_has_pin
}

export function isAlive(state: SessionState, at: Date): boolean {
  return (
    state.revoked_at === null &&
    state.audience === 'api' &&
    state.absolute_expires_at > at &&
    (state.user_type === 'customer' || state.employee_active === true)
  )
}

/** The role comes from the database at each reading: the word in the token is for the screen alone. */
export function actorOf(state: SessionState): Actor {
  const base = { user_id: state.user_id, session_id: state.id }
  if (state.user_type === 'customer') return { ...base, role: state.verified ? 'customer' : 'unverified' }
  const type = state.employee_type as EmployeeType
  return {
    ...base,
    role: type,
    employee: {
      id: state.user_id,
      number: state.employee_number ?? '',
      name: state.employee_name ?? '',
      type,
      store_id: state.employee_store_id,
      device:
        state.register_device_id === null || state.register_device_of === null
          ? null
          : { id: state.register_device_id, register_id: state.register_device_of },
    },
  }
}
