/** Enough to recognise somebody whom one invited oneself, and nobody else. */
export function shortName(username: string): string {
  return `${username.slice(0, 2)}***`
}
