import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { root } from '../lib/environment.ts'

/** One line of the budgets: what was measured, beside what, and what it must reach. */
export interface Figure {
  what: string
  measured: string
  yardstick: string
  value: number
  unit: string
  floor: number
  goal: number
  /** Whether a larger value is the better one. */
  better: 'more' | 'less'
}

export function verdictOf({ value, floor, goal, better }: Figure): string {
  const reaches = (mark: number): boolean => (better === 'more' ? value >= mark : value <= mark)
  if (reaches(goal)) return 'goal reached'
  return reaches(floor) ? 'floor held' : 'BELOW THE FLOOR'
}

export function number(value: number, digits = 0): string {
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

/** A score has no unit, and its first digits may stand far behind the point. */
const inUnit = (value: number, unit: string): string =>
  unit === ''
    ? String(value)
    : `${number(value, unit === '×' || (unit !== 'MB' && value < 100 && value % 1 !== 0) ? 2 : value % 1 === 0 ? 0 : 1)} ${unit}`

export function figuresTable(figures: readonly Figure[]): string {
  return table(
    ['figure', 'measured', 'yardstick', 'result', 'floor', 'goal', 'verdict'],
    figures.map((figure) => [
      figure.what,
      figure.measured,
      figure.yardstick,
      inUnit(figure.value, figure.unit),
      inUnit(figure.floor, figure.unit),
      inUnit(figure.goal, figure.unit),
      verdictOf(figure),
    ]),
  )
}

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}

/** The same table for a terminal, in columns. */
export function plain(markdown: string): string {
  const rows = markdown
    .split('\n')
    .filter((line) => !/^\|( --- \|)+$/.test(line))
    .map((line) => line.slice(2, -2).split(' | '))
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length))) ?? []
  return rows
    .map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .join('\n')
}

/** What the figures were measured on, so that a reader can compare with their own. */
export function machineFacts(extra: Record<string, string>): string {
  const processors = cpus()
  const facts = {
    Date: new Date().toISOString().slice(0, 16).replace('T', ' ') + ' UTC',
    Commit: commit(),
    Processor: `${processors[0]?.model.trim() ?? 'unknown'}, ${processors.length} cores`,
    Memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    System: system(),
    Node: process.version,
    ...extra,
  }
  return Object.entries(facts)
    .map(([name, value]) => `- ${name}: ${value}`)
    .join('\n')
}

function commit(): string {
  try {
    const git = (args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
    const changed = git(['status', '--porcelain']) === '' ? '' : ', with changes'
    return git(['rev-parse', '--short', 'HEAD']) + changed
  } catch {
    return 'unknown'
  }
}

function system(): string {
  try {
    return /^PRETTY_NAME="?([^"\n]+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? process.platform
  } catch {
    return process.platform
  }
}

/** Resident memory of a process in bytes. */
export function residentBytes(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
  } catch {
    return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) * 1024
  }
}
