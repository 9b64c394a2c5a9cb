import { endpoints } from '@shirogane/contract'
import { callOf, calls, type CallName } from '@shirogane/contract/wire/calls'
import type { Answered } from './listen.ts'

type Row = { acts: number; calls: number; good: number; refused: number; broken: number }

/** What was done and what came of it, for the table at the end. */
export function openCoverage() {
  const areas = new Map<string, Row>()
  const made = new Map<string, { good: number; refused: number }>()
  const codes = new Map<string, number>()

  return {
    note(area: string, answers: readonly Answered[], isBroken: boolean) {
      const row = areas.get(area) ?? { acts: 0, calls: 0, good: 0, refused: 0, broken: 0 }
      areas.set(area, row)
      row.acts += 1
      if (isBroken) row.broken += 1
      for (const { call, status, body } of answers) {
        row.calls += 1
        if (status < 400) row.good += 1
        else row.refused += 1
        const of = made.get(call) ?? { good: 0, refused: 0 }
        made.set(call, of)
        if (status < 400) of.good += 1
        else of.refused += 1
        const { code } = (body ?? {}) as { code?: string }
        if (status >= 400 && code) codes.set(code, (codes.get(code) ?? 0) + 1)
      }
    },
    lines(): string[] {
      const names = Object.keys(calls) as CallName[]
      const changing = names.filter((name) => callOf(name).method !== 'GET')
      const isGood = (name: string) => (made.get(name)?.good ?? 0) > 0
      const known = new Set(names.flatMap((name) => endpoints[name].errors as readonly string[]))
      const share = (of: readonly string[], hit: (one: string) => boolean) =>
        `${of.filter(hit).length} of ${of.length} (${Math.round((100 * of.filter(hit).length) / of.length)} %)`
      return [
        'area            acts   calls     2xx     4xx  broken off',
        ...[...areas].map(([area, { acts, calls: asked, good, refused, broken }]) =>
          [
            area.padEnd(14),
            ...[acts, asked, good, refused].map((n) => String(n).padStart(7)),
            String(broken).padStart(12),
          ].join(' '),
        ),
        `calls made: ${share(names, (name) => made.has(name))}`,
        `calls that change something, made: ${share(changing, (name) => made.has(name))}`,
        `calls that change something, gone well: ${share(changing, isGood)}`,
        `error codes of the contract: ${share([...known], (code) => codes.has(code))}`,
        `never made: ${names.filter((name) => !made.has(name)).join(', ') || 'none'}`,
        `made, never well: ${changing.filter((name) => made.has(name) && !isGood(name)).join(', ') || 'none'}`,
      ]
    },
  }
}
