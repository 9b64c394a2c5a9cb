const commas = /\B(?=(?:\d{3})+$)/g

/** `-1,204`: a minus that every printer knows, and a fraction as it is. By expressions and not by `Intl`, as `clock.ts` says. */
export function grouped(value: number): string {
  return String(value).replace(/^-?\d+/, (whole) => whole.replace(commas, ','))
}
