/** The names that begin so, of what this device keeps. */
export function keysOf(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    // A browser that refuses storage keeps nothing.
    return []
  }
}
