/** Until this age a guardian has to agree, and from it on a person may earn (民法4条). */
export const adultAge = 18

/** Whole years on a day. A person born on 29 February is a year older on 1 March of a common year (年齢計算ニ関スル法律). */
export function ageOn(birth: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birth.slice(0, 4))
  return today.slice(5) < birth.slice(5) ? years - 1 : years
}
