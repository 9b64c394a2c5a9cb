import { allTenders } from '@shirogane/domain/sales/tenders'
import { grouped } from '@shirogane/contract/rules/digits'
import { type ErrorCode, errors, sentenceOf } from '@shirogane/contract/wire/errors'
import type { z } from 'zod'
import { labels, ownName, text } from './text.ts'

type Issue = z.core.$ZodIssue

const prices = new Set(['amount', 'unit_price'])
const money = new Set<string>([...allTenders, 'cash_tendered'])

/** One sentence for each input that failed, under its path. The library's own texts are for programmers and stay here. */
export function fieldSentences(issues: readonly Issue[], value: unknown): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fields[pathOf([...issue.path, key])] ??= text.unknownField
    } else if (issue.code === 'invalid_union') {
      const inner = closest(issue.errors)
      // No shape bears the name that was given, or none was given.
      if (inner.length === 0) fields[pathOf(issue.path)] ??= text.chooseOne
      const nested = fieldSentences(
        inner.map((child) => ({ ...child, path: [...issue.path, ...child.path] })),
        value,
      )
      for (const [path, sentence] of Object.entries(nested)) fields[path] ??= sentence
    } else {
      fields[pathOf(issue.path)] ??= sentenceFor(issue, valueAt(value, issue.path))
    }
  }
  return fields
}

/** Of the shapes that would have done, the one that the caller came nearest to. */
function closest(alternatives: readonly (readonly Issue[])[]): readonly Issue[] {
  return [...alternatives].sort((a, b) => weight(a) - weight(b))[0] ?? []
}
function weight(issues: readonly Issue[]): number {
  return issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0)
}

function sentenceFor(issue: Issue, given: unknown): string {
  const name = issue.path.findLast((part) => typeof part === 'string') ?? ''
  const label = name === 'name' && issue.path.length === 1 ? ownName : labels[name]
  if (given === undefined || given === null) return required(label)
  if (prices.has(name) && issue.code !== 'too_big') return sentenceOf('AMOUNT_INVALID')
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string' || issue.origin === 'array') return required(label)
      return text.atLeast(grouped(Number(issue.minimum)))
    case 'too_big':
      if (issue.origin === 'string') return sentenceOf('TOO_LONG', { n: Number(issue.maximum) })
      if (issue.origin === 'array') return text.atMostItems(grouped(Number(issue.maximum)))
      return text.atMost(grouped(Number(issue.maximum)))
    case 'invalid_type':
      if (money.has(name) || issue.expected === 'int' || issue.expected === 'number') {
        return text.wholeNumber
      }
      return text.wrongForm
    case 'invalid_value':
      return text.chooseOne
    case 'custom':
      // A rule of the contract names a code of the catalogue instead of a sentence.
      if (issue.message === 'REQUIRED') return required(label)
      if (issue.message.startsWith('TOO_LONG ')) {
        return sentenceOf('TOO_LONG', { n: Number(issue.message.slice('TOO_LONG '.length)) })
      }
      return Object.hasOwn(errors, issue.message)
        ? sentenceOf(issue.message as ErrorCode)
        : sentenceOf('VALIDATION_ERROR')
    default:
      return text.wrongForm
  }
}

function required(label: string | undefined): string {
  return label ? sentenceOf('REQUIRED', { field: label }) : text.required
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      inner !== null && typeof inner === 'object' ? (inner as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  )
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.map(String).join('.') || 'body'
}
