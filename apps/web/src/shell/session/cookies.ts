/** The few cookies that the page itself may read. Sessions live in cookies that no script can see. */
export type CookieName = 'store_ref' | 'invite_code' | 'later' | 'birth_no'

const day = 86_400

export function readCookie(name: CookieName): string | null {
  for (const part of document.cookie.split('; ')) {
    const [key, value] = part.split('=', 2)
    if (key !== name || value === undefined) continue
    try {
      return decodeURIComponent(value)
    } catch {
      return null
    }
  }
  return null
}

export function writeCookie(name: CookieName, value: string, days: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${days * day}; SameSite=Lax${secure}`
}

export function clearCookie(name: CookieName): void {
  document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax`
}

/** What an invite or store link may carry; anything else in the address is ignored. */
export function isReferenceCode(value: string | null): value is string {
  return value !== null && /^[A-Za-z0-9_-]{4,32}$/.test(value)
}
