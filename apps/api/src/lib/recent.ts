/** The last so many names that came by. */
export type Recent = {
  /** Answers whether the name is none of them, and keeps it from now on. */
  add(name: string): boolean
  has(name: string): boolean
}

export function recent(max: number): Recent {
  const names = new Set<string>()
  return {
    add(name) {
      if (names.has(name)) return false
      names.add(name)
      if (names.size > max) {
        const [oldest] = names
        names.delete(oldest!)
      }
      return true
    },
    has: (name) => names.has(name),
  }
}
