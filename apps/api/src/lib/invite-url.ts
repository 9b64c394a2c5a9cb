/** A person who opens this is remembered as invited by the owner of the code. */
export function inviteUrl(publicUrl: URL, code: string): string {
  const url = new URL('/', publicUrl)
  url.searchParams.set('invite', code)
  return url.href
}
