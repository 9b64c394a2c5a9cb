import { execFileSync } from 'node:child_process'

/** The processes below this one, PostgreSQL's apart: they run as another program and are counted by themselves. */
export function childrenOf(parent: number): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,comm='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([pid, ppid, name]) => ({ pid: Number(pid), ppid: Number(ppid), name: name ?? '' }))
  const below = (of: number): number[] =>
    rows
      .filter(({ ppid, name }) => ppid === of && !/postgres/.test(name))
      .flatMap(({ pid }) => [pid, ...below(pid)])
  return below(parent)
}
