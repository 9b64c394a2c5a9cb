/** Digits in groups, the way people copy them from a card. */
const digitGroups = /\d+(?:[ -]\d+)*/g
/** What the issuers' ranges look like, with the lengths that each has. */
const issued =
  /^(?:4\d{15}(?:\d{3})?|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|3(?:0[0-59]|[689]\d)\d{11}|35\d{14}|6(?:011|4[4-9]\d|5\d\d)\d{12}|62\d{14,17})$/
const shortestCard = 14
/** An id is no sentence, and one in some forty thousand would pass for a card by chance. */
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/**
 * Fields that hold codes and secrets of other forms: nobody writes sentences into them, they are kept as hashes or not
 * at all, and the digits of a counter's code pass every test that those of a card do. `gateway_token` has a rule of its
 * own. Every other text of a body is looked at, those of later calls too.
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

/** Whether somebody wrote the number of a card into a field of a form: it is not for us to have. */
export function bodyHoldsCardNumber(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return holdsCardNumber(body)
  if (Array.isArray(body)) return body.some(bodyHoldsCardNumber)
  return Object.entries(body).some(([name, value]) => !codes.has(name) && bodyHoldsCardNumber(value))
}

/** Whether a text could hold the number of a card: such a text is read by nobody here, and written down nowhere. */
export function holdsCardNumber(value: unknown): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value) && holdsCardNumber(String(value))
  if (typeof value === 'string') {
    if (value.length < shortestCard || uuid.test(value)) return false
    const runs = value.normalize('NFKC').match(digitGroups) ?? []
    return runs.some((run) => run.length >= shortestCard && holdsCard(run.split(/[ -]/)))
  }
  if (typeof value === 'object' && value !== null) return Object.values(value).some(holdsCardNumber)
  return false
}

/** Whatever stands before or after it, a card begins and ends with a group. */
function holdsCard(groups: readonly string[]): boolean {
  return groups.some((_, first) => {
    let digits = ''
    return groups.slice(first).some((group) => {
      digits += group
      return issued.test(digits) && passesLuhn(digits)
    })
  })
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((all, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return all + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
