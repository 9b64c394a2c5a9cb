/**
 * Whether an object of this JSON names one of its members twice. Of two, parsers keep the last, and a program that read
 * the text before us may have kept the first. In text that is known to be JSON each member has one colon outside of the
 * strings: where the value has fewer members than the text, one was written over another, however its name was spelt.
 */
export function namesTwice(text: string, value: unknown): boolean {
  return membersOfText(text) !== membersOf(value)
}

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a

function membersOfText(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === colon) count += 1
    else if (sign === quote) at = endOfString(text, at)
  }
  return count
}

/** Where the string that begins at `start` ends: at the next quote that an even number of backslashes stands before. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let before = end
    while (text.charCodeAt(before - 1) === backslash) before -= 1
    if ((end - before) % 2 === 0) return end
  }
  return text.length
}

function membersOf(body: unknown): number {
  let count = 0
  // Not by recursion: the sender of the body decides how deep it goes.
  const left = [body]
  const note = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) left.push(value)
  }
  while (left.length > 0) {
    const value = left.pop()
    if (Array.isArray(value)) for (const each of value as unknown[]) note(each)
    else if (typeof value === 'object')
      // Its own names are all that it has: an array of them would cost more than the rest of this.
      for (const name in value) {
        count += 1
        note((value as Record<string, unknown>)[name])
      }
  }
  return count
}
