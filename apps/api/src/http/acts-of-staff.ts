import { callOf, type CallName } from '@shirogane/contract/calls'
import { staffCalls } from '@shirogane/contract/staff-calls'

/** Whatever staff do besides saying who they are: it is not done at a till that was left open. */
export function isActOfStaff(name: CallName): boolean {
  return callOf(name).method !== 'GET' && name in staffCalls && !/^(?:auth|users)\./.test(name)
}
