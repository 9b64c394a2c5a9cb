import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { birthMark, isAlive } from './processes.ts'

let taken = 0

/**
 * Several commands may use one database at a time (the app, an audit, a console). Each leaves a note, and the last one
 * out stops the server. A note names the process and its birth, so a killed process holds nothing.
 */
export function takeLease(folder: string): string {
  const file = join(folder, `${process.pid}-${taken++}`)
  writeFileSync(file, birthMark(process.pid))
  return file
}

export function dropLease(file: string): void {
  rmSync(file, { force: true })
}

/** The processes that still use the database; notes of dead ones are swept out. */
export function lessees(folder: string): number[] {
  return readdirSync(folder).flatMap((name) => {
    const pid = Number(name.split('-')[0])
    if (isAlive(pid) && birthMark(pid) === readFileSync(join(folder, name), 'utf8')) return [pid]
    rmSync(join(folder, name), { force: true })
    return []
  })
}
