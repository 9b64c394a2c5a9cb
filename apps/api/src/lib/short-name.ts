/** Enough to recognise a person whom the reader invited, and no other person. */
export function shortName(username: string): string {
  return `${username.slice(0, 2)}***`
}
