// What the rules of this project read that the linter cannot say: its files, their imports, and where a text offends. The
// message of each rule names the way to do it instead.
import { dirname, join, normalize } from 'node:path'
import { projectFiles, readSource } from '../lib/code/sources.ts'

export const files = projectFiles()
export const code = files.filter((file) => /\.(ts|tsx|mjs|js)$/.test(file))
export const isTest = (file: string): boolean => /\.(test|e2e)\.tsx?$/.test(file)
export const isText = (file: string): boolean =>
  !/\.(webp|png|jpe?g|ico|woff2?|wasm|pdf|gz|br|bin|ttf|otf|ttc)$/.test(file)

/** Every offence as "file:line what", so that the failing test reads like a to-do list. */
export function offences(
  where: string[],
  pattern: RegExp,
  read: (file: string) => string = readSource,
): string[] {
  return where.flatMap((file) => {
    const text = read(file)
    return [
      ...text.matchAll(
        new RegExp(pattern, pattern.flags.includes('g') ? pattern.flags : `${pattern.flags}g`),
      ),
    ].map(
      (match) => `${file}:${text.slice(0, match.index).split('\n').length} ${match[0].trim().slice(0, 80)}`,
    )
  })
}

/** Blanks comments out but keeps the lines, so that a rule may be named where it is explained. */
export function withoutComments(file: string): string {
  return readSource(file)
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(
      /(^|[^:'"`\\])\/\/[^\n]*/g,
      (comment, before: string) => before + ' '.repeat(comment.length - before.length),
    )
}

export interface Import {
  file: string
  /** The imported file, relative to the root, or the package's name. */
  target: string
  typeOnly: boolean
}

export function importsOf(file: string): Import[] {
  const found = withoutComments(file).matchAll(
    /(?:import|export)\s+(type\s+)?[^'"`;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|^import\s+['"]([^'"]+)['"]/gm,
  )
  return [...found].map(([, type, from, dynamic, bare]) => {
    const name = from ?? dynamic ?? bare ?? ''
    const target = name.startsWith('.') ? normalize(join(dirname(file), name)) : name
    return { file, target, typeOnly: type !== undefined }
  })
}
