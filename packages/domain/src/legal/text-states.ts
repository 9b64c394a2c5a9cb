export type TextState = 'announced' | 'in_force' | 'past'

/** How versions stand, the newest first, with whether their days have begun: of each text the last that has is in force. */
export function textStates(versions: readonly { slug: string; has_begun: boolean }[]): TextState[] {
  const inForce = new Set<string>()
  return versions.map(({ slug, has_begun }) => {
    if (!has_begun) return 'announced'
    if (inForce.has(slug)) return 'past'
    inForce.add(slug)
    return 'in_force'
  })
}
