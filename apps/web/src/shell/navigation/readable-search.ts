/** Addresses stay what a person can read: no JSON in the query, so that `?id=7203` is text and not a number. */
export const readableSearch = {
  parseSearch: (text: string) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search: Record<string, unknown>) => {
    const text = new URLSearchParams(
      Object.entries(search).filter(([, value]) => value !== undefined) as [string, string][],
    ).toString()
    return text === '' ? '' : `?${text}`
  },
}
