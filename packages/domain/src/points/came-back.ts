/** Another account that has proved the same number as a member, as long as it is kept whose number it was. */
export type Namesake = { has_left: boolean }

/**
 * Whether a person was a member before: with the number that they proved, another account was one a short while ago, and
 * left. What joining brings is given to newcomers.
 */
export function hasComeBack(of_number: readonly Namesake[]): boolean {
  return of_number.some(({ has_left }) => has_left)
}
