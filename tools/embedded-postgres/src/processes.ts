import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const hasProc = existsSync('/proc/self/stat')

interface ProcessStat {
  state: string
  parent: number
  startedAt: string
}

function readStat(pid: number): ProcessStat | null {
  try {
    // The command name in the second field may hold spaces and brackets, so the fields are counted from its end.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', parent: Number(fields[1]), startedAt: fields[19] ?? '' }
  } catch {
    return null
  }
}

/** Whether the process runs. A zombie, which is never reaped in some containers, does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  return !hasProc || readStat(pid)?.state !== 'Z'
}

/** Changes when a process id is given to another process, so that a reused id is not mistaken for the old owner. */
export function birthMark(pid: number): string {
  if (hasProc) return readStat(pid)?.startedAt ?? ''
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return ''
  }
}

/** Every PostgreSQL process that works in this cluster: a server process always has it as its working directory. */
export function clusterProcesses(cluster: string): number[] {
  if (!hasProc) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && workingDirectory(pid) === cluster && isAlive(pid))
}

function workingDirectory(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}

/** Whether this process is the postmaster of this cluster and not a stranger who got the same number later. */
export function isPostmasterOf(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false
  if (hasProc) return workingDirectory(pid) === cluster
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(cluster)
  } catch {
    return false
  }
}

export function childrenOf(parent: number): number[] {
  if (hasProc) {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((pid) => readStat(pid)?.parent === parent)
  }
  try {
    return execFileSync('pgrep', ['-P', String(parent)], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map(Number)
  } catch {
    return []
  }
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It ended between being found and being told.
  }
}

/** True when the process ended within the time, false when it still runs. */
export async function waitForEnd(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  while (isAlive(pid)) {
    if (performance.now() > deadline) return false
    await sleep(15)
  }
  return true
}
