export type CookieLabel = 'refresh_token' | 'did' | 'ticket' | 'reset' | 'register'
export type CookieChange =
  | { readonly name: CookieLabel; readonly value: string; readonly maxAgeSeconds: number }
  | { readonly name: CookieLabel; readonly value: null }
