/** Digits in groups, the way people copy them from a card. */
const digitGroups = /\d+(?:[ -]\d+)*/g
/** What the issuers' ranges look like, with the lengths that each has. */
const issued =
  /^(?:4\d{15}(?:\d{3})?|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|3(?:0[0-59]|[689]\d)\d{11}|35\d{14}|6(?:011|4[4-9]\d|5\d\d)\d{12}|62\d{14,17})$/
const shortestCard = 14
const longestCard = 19
/** An id is no sentence, and one in some forty thousand would pass for a card by chance. */
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/**
 * Fields that hold codes and secrets of other forms: no person writes sentences into them, they are stored as hashes or
 * not at all, and the digits of a counter's code pass every test that those of a card do. `gateway_token` has a rule of
 * its own. Every other text of a body is looked at, those of later calls too.
 */
const codes: ReadonlySet<string> = new Set([
  'token',
  'to',
  'from',
  'gateway_token',
  'refresh_token',
  'client_assertion',
  'credential',
  'flow',
  'pin',
  'code',
  'password',
  'current_password',
  'subscription',
  'filepath',
  'avatar',
])

/** Whether a person wrote the number of a card into a field of a form: we must not have it. */
export function bodyHoldsCardNumber(body: unknown): boolean {
  return holdsIn(body, codes)
}

/** Whether a text could hold the number of a card: such a text is neither used nor written down. */
export function holdsCardNumber(value: unknown): boolean {
  return holdsIn(value, none)
}

const none: ReadonlySet<string> = new Set()

function holdsIn(body: unknown, passed: ReadonlySet<string>): boolean {
  // Not by recursion: the sender of the body decides how deep it goes.
  const left = [body]
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value === 'number' ? isCardLike(value) : typeof value === 'string' && textHolds(value))
      return true
    if (typeof value !== 'object' || value === null) continue
    for (const [name, each] of Object.entries(value)) if (!passed.has(name)) left.push(each)
  }
  return false
}

const isCardLike = (value: number): boolean => Number.isSafeInteger(value) && textHolds(String(value))

function textHolds(text: string): boolean {
  if (text.length < shortestCard || uuid.test(text)) return false
  const runs = text.normalize('NFKC').match(digitGroups) ?? []
  return runs.some((run) => run.length >= shortestCard && holdsCard(run.split(/[ -]/)))
}

/**
 * A card begins and ends with a group, also in the middle of other text. What is longer than any card is not read on:
 * in a text of single digits that would be every part of it.
 */
function holdsCard(groups: readonly string[]): boolean {
  return groups.some((_, first) => {
    let digits = ''
    for (let next = first; next < groups.length && digits.length < longestCard; next += 1) {
      digits += groups[next]
      if (issued.test(digits) && passesLuhn(digits)) return true
    }
    return false
  })
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((all, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return all + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
