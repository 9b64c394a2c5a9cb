// A statement beside what the database says of it: what does not fit, each as one sentence.
import type { Column, Description } from './describe.ts'
import type { Query } from './read.ts'
import type { Kind, RowType } from './row-types.ts'

export function misfits({ method, values, row }: Query, said: Description | { error: Error }): string[] {
  if ('error' in said) return [`the database refuses it: ${said.error.message}`]
  const wrong =
    values === undefined || values === said.parameters
      ? []
      : [`it wants ${said.parameters} values and is given ${values}`]
  if (row === null || typeof row === 'string') return wrong
  return [...wrong, ...misfitsOfRow(row, said.columns, method === 'query')]
}

/** @param isPlain whether the connection may have the driver's own readers instead of the handle's */
function misfitsOfRow(row: RowType, columns: readonly Column[], isPlain: boolean): string[] {
  return [...row].flatMap(([name, { kinds, isOptional }]) => {
    const column = columns.find((one) => one.name === name)
    if (!column) return isOptional ? [] : [`the type reads ${name}, which it does not answer`]
    const given = isPlain ? [column.kind, column.plainKind] : [column.kind]
    if ([...kinds].some((kind) => given.some((one) => fits(one, kind)))) return []
    return [
      `${name} is ${column.type} and comes as ${column.kind}, but the type says ${[...kinds].join(' or ')}`,
    ]
  })
}

function fits(given: Kind, taken: Kind): boolean {
  if (taken === 'any' || given === taken) return true
  if (given === 'json') return !/^(?:date|bytes|bigint)$/.test(taken)
  const [elementGiven, elementTaken] = [given, taken].map((kind) => /^array of (.*)$/.exec(kind)?.[1])
  return elementGiven !== undefined && elementTaken !== undefined && fits(elementGiven, elementTaken)
}
