import { fillPath, readCall } from './call-text.ts'
import type { Method } from './call-text.ts'
import { customerCalls } from '../generated/customer-calls.ts'
import { firstCalls } from '../generated/first-calls.ts'
import { rewardCalls } from '../generated/reward-calls.ts'
import { staffCalls } from '../generated/staff-calls.ts'

export type { Method } from './call-text.ts'

/** Every call by name. The schemas of each stand under the same name in `endpoints`. */
export const calls = { ...firstCalls, ...customerCalls, ...rewardCalls, ...staffCalls } as const

export type CallName = keyof typeof calls

/** The method and path of a call; path parameters stand in braces. */
export function callOf(name: CallName): { method: Method; path: string } {
  return readCall(calls[name])
}

/** The path of a call with its parameters filled in. */
export function pathOf(name: CallName, params?: Readonly<Record<string, string>>): string {
  return fillPath(callOf(name).path, params)
}
