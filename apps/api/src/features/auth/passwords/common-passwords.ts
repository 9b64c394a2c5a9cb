import { canonicalPassword, foldPassword, withoutDisguise } from '@shirogane/contract/inputs/passwords'
import { words } from './common-words.ts'

const common = new Set(words)

export function isCommonPassword(password: string): boolean {
  const plain = foldPassword(canonicalPassword(password))
  const stem = plain.replace(/[^\p{L}]+$/u, '').replace(/^[^\p{L}]+/u, '')
  return [plain, stem, withoutDisguise(stem), withoutDisguise(plain).replace(/[^\p{L}]+$/u, '')].some(
    (one) => common.has(one) || common.has(one.replace(/[^\p{L}\p{N}]/gu, '')),
  )
}
