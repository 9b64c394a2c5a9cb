import { grouped } from '@shirogane/contract/rules/digits'
import { type ErrorCode, errors, sentenceOf } from '@shirogane/contract/wire/errors'
import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/** What a person calls the inputs whose sentence names them. */
const labels: Readonly<Record<string, string>> = {
  credential: 'ログインID',
  username: 'ユーザー名',
  password: 'パスワード',
  token: 'コード',
  transaction_id: '取引',
  items: '商品',
  name: '商品名',
  quantity: '数量',
  amount: '金額',
  unit_price: '金額',
  note: 'メモ',
  reason: '理由',
  employee_id: '社員番号',
  status: '状態',
  prefecture: '都道府県',
  city: '市区町村',
  street: '番地',
  message: '内容',
  name_kana: 'フリガナ',
  date_of_birth: '生年月日',
  address: '住所',
  addressee: '宛名',
  changes: '変更点',
}

const prices = new Set(['amount', 'unit_price'])
const money = new Set(['balance', 'points', 'cash', 'card', 'later', 'cash_tendered'])

/** One sentence for each input that failed, under its path. The library's own texts are for programmers and stay here. */
export function fieldSentences(issues: readonly Issue[], value: unknown): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fields[pathOf([...issue.path, key])] ??= 'この項目は指定できません。'
    } else if (issue.code === 'invalid_union') {
      const inner = closest(issue.errors)
      // No shape bears the name that was given, or none was given.
      if (inner.length === 0) fields[pathOf(issue.path)] ??= '選択肢の中から選んでください。'
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
  // A name on its own is a person's; inside a list it is an article's.
  const label = name === 'name' && issue.path.length === 1 ? 'お名前' : labels[name]
  if (given === undefined || given === null) return required(label)
  if (prices.has(name) && issue.code !== 'too_big') return sentenceOf('AMOUNT_INVALID')
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string' || issue.origin === 'array') return required(label)
      return `${grouped(Number(issue.minimum))}以上の数字を入力してください。`
    case 'too_big':
      if (issue.origin === 'string') return sentenceOf('TOO_LONG', { n: Number(issue.maximum) })
      if (issue.origin === 'array') return `${grouped(Number(issue.maximum))}件以内で入力してください。`
      return `${grouped(Number(issue.maximum))}以下の数字を入力してください。`
    case 'invalid_type':
      if (money.has(name) || issue.expected === 'int' || issue.expected === 'number') {
        return '半角の整数で入力してください。'
      }
      return '入力の形式が正しくありません。'
    case 'invalid_value':
      return '選択肢の中から選んでください。'
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
      return '入力の形式が正しくありません。'
  }
}

function required(label: string | undefined): string {
  return label ? sentenceOf('REQUIRED', { 項目: label }) : '入力してください。'
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
