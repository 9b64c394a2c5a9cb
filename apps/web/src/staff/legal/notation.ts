import type { LegalBlock, LegalSection } from '@shirogane/contract/resources/brand/legal'
import { text } from './text.ts'

/**
 * A legal document of the brand as plain lines, for one box to write in. Each block keeps its shape by how its lines begin, and an
 * empty line ends it:
 *
 *   ■ Article 1 (Purpose)   a heading
 *   First line             words, line by line
 *   ・Item                  a list
 *   1. Item                a numbered list; the numbers are counted anew
 *   【Term】Meaning          facts
 *   ｜Item｜Amount｜         a table, its head first
 *
 * What would be taken for such a sign stands behind ＼, which no keyboard of Japan writes by itself; ＼n is the end of a line
 * inside an item. Everything that is printed is read back as it was.
 */

const numbered = /^[0-9０-９]+(?:\.[ 　]|．)/
const sign = /^(?:[■・【｜|＼]|[0-9０-９]+(?:\.[ 　]|．))/

function printLine(words: string, also = ''): string {
  return Array.from(words, (letter) =>
    letter === '\n' ? '＼n' : letter === '＼' || also.includes(letter) ? `＼${letter}` : letter,
  ).join('')
}

function readLine(words: string): string {
  return words.replaceAll(/＼(.?)/gsu, (_, letter: string) => (letter === 'n' ? '\n' : letter)).trim()
}

export function printSections(sections: readonly LegalSection[]): string {
  return sections
    .map(({ heading, blocks }) => [`■ ${printLine(heading)}`, ...blocks.map(printBlock)].join('\n\n'))
    .join('\n\n')
}

function printBlock(block: LegalBlock): string {
  switch (block.kind) {
    case 'text':
      return block.text
        .split('\n')
        .map((line) => line.replaceAll('＼', '＼＼'))
        .map((line) =>
          line.trim() === '' || (sign.test(line) && !line.startsWith('＼')) ? `＼${line}` : line,
        )
        .join('\n')
    case 'list':
      return block.items.map((item) => `・${printLine(item)}`).join('\n')
    case 'steps':
      return block.items.map((item, index) => `${String(index + 1)}. ${printLine(item)}`).join('\n')
    case 'facts':
      return block.rows.map(([term, words]) => `【${printLine(term, '】')}】${printLine(words)}`).join('\n')
    case 'table':
      return [block.head, ...block.rows]
        .map((row) => `｜${row.map((cell) => printLine(cell, '｜|')).join('｜')}｜`)
        .join('\n')
  }
}

type Kind = LegalBlock['kind'] | 'heading'
type Line = { kind: Kind; words: string; number: number }

function kindOf(line: string): Kind {
  if (line.startsWith('■')) return 'heading'
  if (line.startsWith('・')) return 'list'
  if (line.startsWith('【')) return 'facts'
  if (line.startsWith('｜') || line.startsWith('|')) return 'table'
  return numbered.test(line) ? 'steps' : 'text'
}

/** What was written, as far as it can be understood, and a sentence for each line that cannot. */
export function readSections(written: string): { sections: LegalSection[]; problems: string[] } {
  const sections: LegalSection[] = []
  const problems: string[] = []
  for (const lines of groupsOf(written)) {
    const [{ kind, words, number }] = lines
    const section = sections.at(-1)
    if (kind === 'heading') {
      const heading = readLine(words.slice(1))
      if (heading === '') problems.push(text.problems.heading(number))
      if (sections.some((other) => other.heading === heading)) problems.push(text.problems.twice(number))
      sections.push({ heading, blocks: [] })
    } else if (section === undefined) {
      problems.push(text.problems.first(number))
    } else {
      section.blocks.push(readBlock(kind, lines, problems))
    }
  }
  for (const { heading, blocks } of sections)
    if (blocks.length === 0) problems.push(text.problems.without(heading))
  return { sections, problems }
}

type Lines = [Line, ...Line[]]

/** Lines that stand together and begin alike; a heading stands alone. */
function groupsOf(written: string): Lines[] {
  const groups: Lines[] = []
  let last: Kind | null = null
  for (const [index, line] of written.split(/\r?\n/).entries()) {
    const words = line.replaceAll('\t', ' ')
    if (words.trim() === '') {
      last = null
      continue
    }
    const one = { kind: kindOf(words), words, number: index + 1 }
    if (one.kind === last && last !== 'heading') groups.at(-1)!.push(one)
    else groups.push([one])
    last = one.kind
  }
  return groups
}

function readBlock(kind: LegalBlock['kind'], lines: Lines, problems: string[]): LegalBlock {
  switch (kind) {
    case 'text':
      return {
        kind,
        text: lines
          .map(({ words }) => unescaped(words))
          .join('\n')
          .trim(),
      }
    case 'list':
      return { kind, items: lines.map((line) => filled(readLine(line.words.slice(1)), line, problems)) }
    case 'steps':
      return {
        kind,
        items: lines.map((line) => filled(readLine(line.words.replace(numbered, '')), line, problems)),
      }
    case 'facts':
      return { kind, rows: lines.map((line) => readFact(line, problems)) }
    case 'table':
      return readTable(lines, problems)
  }
}

const unescaped = (words: string): string => words.replaceAll(/＼(.?)/gsu, '$1')

function filled(words: string, { number }: Line, problems: string[]): string {
  if (words === '') problems.push(text.problems.empty(number))
  return words
}

/** Cut where one of these letters stands without ＼ before it. */
function cut(words: string, at: string): string[] {
  const parts = ['']
  for (let index = 0; index < words.length; index += 1) {
    const letter = words.charAt(index)
    const put = (more: string) => parts.push((parts.pop() ?? '') + more)
    if (letter === '＼') put(letter + words.charAt((index += 1)))
    else if (at.includes(letter)) parts.push('')
    else put(letter)
  }
  return parts
}

function readFact(line: Line, problems: string[]): [string, string] {
  const [term = '', ...rest] = cut(line.words.slice(1), '】')
  if (rest.length === 0) problems.push(text.problems.bracket(line.number))
  return [filled(readLine(term), line, problems), filled(readLine(rest.join('】')), line, problems)]
}

function readTable(lines: Lines, problems: string[]): LegalBlock {
  const [head = [], ...rows] = lines.map((line) => {
    const cells = cut(line.words.trim().slice(1), '｜|')
    if (cells.at(-1)?.trim() === '') cells.pop()
    return cells.map((cell) => filled(readLine(cell), line, problems))
  })
  if (rows.length === 0) problems.push(text.problems.rows(lines[0].number))
  for (const [index, row] of rows.entries())
    if (row.length !== head.length) problems.push(text.problems.columns(lines[index + 1]!.number))
  return { kind: 'table', head, rows }
}

/** A list of short lines, such as the points that matter most. */
export function printItems(items: readonly string[]): string {
  return items.map((item) => printLine(item)).join('\n')
}

export function readItems(written: string): string[] {
  return written
    .split(/\r?\n/)
    .map((line) => readLine(line))
    .filter((line) => line !== '')
}
