import { limits } from '@shirogane/contract/rules/limits'

/** A phone has several cores, and its browser hashes on all of them while the page goes on. */
const atOnce = 8
const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Finds the number that the server asks for before it looks at a login: it costs a guesser what it costs here. */
export async function solveWork(challenge: string): Promise<string> {
  const { subtle } = crypto
  const key = await subtle.importKey('raw', bytesOf(challenge), 'PBKDF2', false, ['deriveBits'])
  const isRight = async (count: number): Promise<boolean> => {
    const hash = await subtle.deriveBits(
      {
        name: 'PBKDF2',
        hash: 'SHA-256',
        salt: bytesOf(String(count)),
        iterations: limits.loginWorkRounds,
      },
      key,
      32,
    )
    return new DataView(hash).getUint32(0) >>> (32 - limits.loginWorkBits) === 0
  }
  for (let first = 0; ; first += atOnce) {
    const tried = await Promise.all(Array.from({ length: atOnce }, (_, index) => isRight(first + index)))
    const found = tried.indexOf(true)
    if (found >= 0) return `${challenge}.${first + found}`
  }
}
