import type fc from 'fast-check'

/** What a rule makes of a world, and what it has to be by a plain model, or by what went in. */
type Telling = { rule: unknown; model: unknown }

export type Worlds = {
  /** The rule, as it is named in the tests. */
  name: string
  told: fc.Arbitrary<Telling & { world: unknown }>
}

/** Random worlds in which a rule is told twice. */
export function worldsOf<World>(
  name: string,
  draw: fc.Arbitrary<World>,
  tell: (world: World) => Telling,
): Worlds {
  return { name, told: draw.map((world) => ({ world, ...tell(world) })) }
}
