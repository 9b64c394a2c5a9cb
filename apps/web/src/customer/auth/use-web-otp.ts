import { useEffect, useEffectEvent } from 'react'

/** Where the phone offers it, the code of an SMS that is bound to this host fills itself in. */
export function useWebOtp(onCode: (code: string) => void): void {
  const take = useEffectEvent(onCode)
  useEffect(() => {
    if (!('OTPCredential' in window)) return undefined
    const ending = new AbortController()
    const request = { otp: { transport: ['sms'] }, signal: ending.signal } as CredentialRequestOptions
    navigator.credentials
      .get(request)
      .then((credential) => {
        const code = credential !== null && 'code' in credential ? credential.code : null
        if (typeof code === 'string') take(code)
      })
      // Declined, or nothing came: the reader types.
      .catch(() => {})
    return () => ending.abort()
  }, [])
}
