import { fillPath, readCall } from '@shirogane/contract/wire/call-text'
import type { CallName, Method } from '@shirogane/contract/wire/calls'
import { firstCalls } from '@shirogane/contract/generated/first-calls'

const table: Partial<Record<CallName, string>> = { ...firstCalls }

/** Calls that come later than the first page, with the pages that make them. */
export function addCalls(more: Partial<Record<CallName, string>>): void {
  Object.assign(table, more)
}

export function isKnown(name: CallName): boolean {
  return table[name] !== undefined
}

export function callOf(name: CallName): { method: Method; path: string } {
  const text = table[name]
  if (text === undefined) throw new Error(`${name} is a call of other pages`)
  return readCall(text)
}

/** The path of a call with its parameters filled in. */
export function pathOf(name: CallName, params?: Readonly<Record<string, string>>): string {
  return fillPath(callOf(name).path, params)
}
