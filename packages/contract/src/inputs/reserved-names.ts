import { callOf, type CallName, calls } from '../wire/calls.ts'

/** Addresses outside of the calls: pages of the web app, and what the server answers beside them. */
const pageSegments =
  `home qr transactions transaction verify notification auth login logout forgot register user affiliator
  buy kyc later mail setting payment-method new edit id payout-method about contact pp admin close inventory
  demo docs healthz readyz metrics files avatars banners skus assets`.split(/\s+/)

/** Words by which a member would be taken for the brand, alone or with what such accounts are called after. */
const brand =
  /^(?:admin|administrator|root|system|support|official|staff|owner|manager|register|help|info|contact|moderator|security|webmaster|postmaster|guest|anonymous|api|www|null|undefined|me)(?:[_0-9]*|_(?:official|support|staff|admin|jp|info))$/
const brands = /^(?:shirogane|tsukishiro|ginkosha)/
/** The form of staff numbers. The database holds it too: `name_is_no_staff_number`. */
const staffNumber = /^e[0-9]{4}$/

/** Every word of an address that is no parameter, in lower case as user names are. */
const addressWords: ReadonlySet<string> = new Set(
  [
    ...(Object.keys(calls) as CallName[]).flatMap((name) =>
      callOf(name)
        .path.split('/')
        .filter((segment) => !segment.startsWith('{')),
    ),
    ...pageSegments,
  ].map((segment) => segment.toLowerCase()),
)

/**
 * Names that no member is given. A member whose name stood where an address has a word of its own could not be reached
 * by it; one named like a number of staff, or like the brand, would be taken for them. The name is in the spelling of
 * `readUsername`.
 */
export function isReservedUsername(username: string): boolean {
  return (
    addressWords.has(username) || brand.test(username) || brands.test(username) || staffNumber.test(username)
  )
}
