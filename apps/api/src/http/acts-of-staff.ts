import { callOf, type CallName } from '@shirogane/contract/wire/calls'
import { staffCalls } from '@shirogane/contract/generated/staff-calls'

/** All that staff do besides signing in: none of it is done at a register that was left unattended. */
export function isActOfStaff(name: CallName): boolean {
  return callOf(name).method !== 'GET' && name in staffCalls && !/^(?:auth|users)\./.test(name)
}
