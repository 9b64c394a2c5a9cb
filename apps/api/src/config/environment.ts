import type { Name } from './names.ts'

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

export type Variables = Readonly<Record<string, string | undefined>>

/** What was said to the server, read by name; what is wrong with it is gathered and not thrown one by one. */
export type Environment = ReturnType<typeof environmentOf>

export function environmentOf(env: Variables) {
  const wrong: string[] = []
  const read = (name: Name): string | undefined => env[name]?.trim() || undefined

  function whole(name: Name, fallback: number, min: number, max: number): number {
    const text = read(name)
    if (text === undefined) return fallback
    const value = Number(text)
    if (/^\d+$/.test(text) && value >= min && value <= max) return value
    wrong.push(`${name} must be a whole number from ${min} to ${max}, and is "${text}".`)
    return fallback
  }
  function oneOf<const T extends string>(name: Name, values: readonly T[], fallback: T): T {
    const text = read(name)
    if (text === undefined) return fallback
    if (values.includes(text as T)) return text as T
    wrong.push(`${name} must be one of ${values.join(', ')}, and is "${text}".`)
    return fallback
  }
  function flag(name: Name, fallback: boolean): boolean {
    const text = read(name)?.toLowerCase()
    if (text === undefined) return fallback
    if (['1', 'true', 'on', 'yes'].includes(text)) return true
    if (['0', 'false', 'off', 'no'].includes(text)) return false
    wrong.push(`${name} must be on or off, and is "${text}".`)
    return fallback
  }
  function url(name: Name, protocols: readonly string[]): URL | null {
    const text = read(name)
    if (text === undefined) return null
    const parsed = URL.canParse(text) ? new URL(text) : null
    if (parsed && protocols.includes(parsed.protocol)) return parsed
    // The value may hold a password, so it is not repeated.
    wrong.push(`${name} must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`)
    return null
  }

  const production = oneOf('NODE_ENV', ['development', 'test', 'production'], 'development') === 'production'
  /** An address of another service: outside production it need not be encrypted. */
  const webUrl = (name: Name): URL | null => url(name, production ? ['https:'] : ['https:', 'http:'])

  return { production, wrong, read, whole, oneOf, flag, url, webUrl }
}

export const isBare = ({ pathname, search, hash }: URL): boolean => pathname === '/' && !search && !hash
