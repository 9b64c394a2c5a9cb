import { ApiError, call } from '../api/api.ts'
import type { Body } from '../api/api.ts'
import { loadChunk } from '../navigation/chunks.ts'
import { text } from './passkeys-text.ts'

const library = () => loadChunk(() => import('@simplewebauthn/browser'))

/** Whether this browser keeps keys at all. */
export function canUsePasskeys(): boolean {
  return typeof window !== 'undefined' && 'PublicKeyCredential' in window && window.isSecureContext
}

type Assertion = Body<'auth.passkeyLogin'>['credential']
type Attestation = Body<'auth.addPasskey'>['credential']

/** The server's question, signed by a key of this device. Null when the reader closed the device's own question. */
export async function signChallenge(): Promise<Assertion | null> {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([library(), call('auth.passkeyChallenge')])
  try {
    return withoutExtras<Assertion>(await startAuthentication({ optionsJSON: optionsJSON as never }))
  } catch (error) {
    return givenUp(error)
  }
}

/** A new key of this device. Null when the reader closed the device's own question. */
export async function makePasskey(): Promise<Attestation | null> {
  const [{ startRegistration }, optionsJSON] = await Promise.all([library(), call('auth.passkeyOptions')])
  try {
    return withoutExtras<Attestation>(await startRegistration({ optionsJSON: optionsJSON as never }))
  } catch (error) {
    return givenUp(error)
  }
}

/** Browsers add what they like to their answers; what is undefined does not travel. */
function withoutExtras<T>(credential: unknown): T {
  return JSON.parse(JSON.stringify(credential)) as T
}

function givenUp(error: unknown): null {
  const { name = '' } = error as { name?: string }
  if (name === 'NotAllowedError' || name === 'AbortError') return null
  throw new ApiError('PASSKEY_INVALID', 400, name === 'InvalidStateError' ? text.exists : text.failed)
}
