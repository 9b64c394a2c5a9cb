import { passwordRefusal } from '@shirogane/contract/inputs/passwords'

export type Strength = 0 | 1 | 2 | 3 | 4

/** How long a guess would take, in four steps. What the server refuses is never better than weak. */
export function strengthOf(password: string, about: readonly string[]): Strength {
  if (password === '') return 0
  if (passwordRefusal(password, about) !== null) return 1
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(password)).length
  const bits =
    password.length * Math.log2([1, 26, 36, 62, 94][kinds] ?? 26) * (new Set(password).size / password.length)
  if (bits < 45) return 2
  return bits < 65 ? 3 : 4
}
