/** What is made up by chance: ids, hashes, tokens of a session, names at the gateway. */
const madeUp =
  /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\beyJ[\w-]+\.[\w-]+\.[\w-]+|\b[0-9a-f]{64}\b|\b(?:tok|car|cus|ch|evnt)_[0-9a-f]{24}\b|(?<![\w-])[\w-]{43}(?![\w-])/g

/** The system gives the server another port at each start. */
const ownAddress = /\b(localhost|127\.0\.0\.1):\d{4,5}\b/g

/**
 * Ids by the act and the order of their first appearance, as `#17.3`. The same id is the same name everywhere, so that another
 * id in its place is a difference, while it does not matter of which bytes an id is made. One id more in an act renames none of
 * the acts that follow.
 */
export function namer() {
  const names = new Map<string, string>()
  return (text: string, act: number): string => {
    let fresh = 0
    return text.replaceAll(ownAddress, '$1:port').replaceAll(madeUp, (id) => {
      const known = names.get(id)
      if (known !== undefined) return known
      fresh += 1
      const name = `#${act}.${fresh}`
      names.set(id, name)
      return name
    })
  }
}
