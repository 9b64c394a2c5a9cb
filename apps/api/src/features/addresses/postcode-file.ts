import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** One town under one postcode; several towns may share a code, and a code may lie in two prefectures. */
export type Town = {
  postcode: string
  prefecture: string
  city: string
  town: string
  prefecture_kana: string
  city_kana: string
  town_kana: string
}

const columns = {
  postcode: 2,
  prefecture_kana: 3,
  city_kana: 4,
  town_kana: 5,
  prefecture: 6,
  city: 7,
  town: 8,
} as const

/** The rows of Japan Post's UTF-8 file, with the town column as a person would write it. */
export function readKenAll(csv: string): Town[] {
  const known = new Set<string>()
  const towns: Town[] = []
  for (const line of csv.split(/\r?\n/)) {
    if (line === '') continue
    const cells = line.split(',').map((cell) => cell.replace(/^"|"$/g, ''))
    const cell = (name: keyof typeof columns) => cells[columns[name]] ?? ''
    if (!/^\d{7}$/.test(cell('postcode'))) continue
    const town = townOf(cell('town'))
    const row: Town = {
      postcode: cell('postcode'),
      prefecture: cell('prefecture'),
      city: cell('city'),
      town,
      prefecture_kana: cell('prefecture_kana'),
      city_kana: cell('city_kana'),
      town_kana: town === '' ? '' : cell('town_kana').replace(/[（(].*$/, ''),
    }
    const key = `${row.postcode} ${row.prefecture} ${row.city} ${row.town}`
    if (known.has(key)) continue
    known.add(key)
    towns.push(row)
  }
  return towns
}

/** Remarks in the column of the town are not part of an address. */
function townOf(written: string): string {
  if (written === '以下に掲載がない場合' || /(?:の次に番地がくる場合|の次に.*番地がくる場合)$/.test(written))
    return ''
  const town = written.replace(/（.*$/, '')
  // 一円 behind a name means "all of it"; a town of that name exists as well.
  return town !== '一円' && town.endsWith('一円') ? '' : town
}

type Head = Record<string, readonly [offset: number, length: number]>

/** One line that says where each three digits lie, and behind it their towns, packed one by one. */
export function packPostcodes(towns: readonly Town[]): Buffer {
  const parts = new Map<string, string[]>()
  for (const { postcode, ...rest } of towns) {
    const lines = parts.get(postcode.slice(0, 3)) ?? []
    lines.push(
      [
        postcode.slice(3),
        rest.prefecture,
        rest.city,
        rest.town,
        rest.prefecture_kana,
        rest.city_kana,
        rest.town_kana,
      ].join('\t'),
    )
    parts.set(postcode.slice(0, 3), lines)
  }
  const head: Record<string, [number, number]> = {}
  const packed: Buffer[] = []
  let offset = 0
  for (const prefix of [...parts.keys()].sort()) {
    const bytes = deflateRawSync((parts.get(prefix) ?? []).sort().join('\n'), { level: 9 })
    head[prefix] = [offset, bytes.length]
    offset += bytes.length
    packed.push(bytes)
  }
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...packed])
}

/** A reader that unpacks only the towns of the three digits that it is asked for. */
export function openPostcodes(file: Buffer): (postcode: string) => Town[] {
  const start = file.indexOf(0x0a) + 1
  const head = JSON.parse(file.toString('utf8', 0, start)) as Head
  return (postcode) => {
    const place = head[postcode.slice(0, 3)]
    if (!place) return []
    const text = inflateRawSync(file.subarray(start + place[0], start + place[0] + place[1])).toString('utf8')
    return text
      .split('\n')
      .filter((line) => line.startsWith(`${postcode.slice(3)}\t`))
      .map((line) => {
        const [
          ,
          prefecture = '',
          city = '',
          town = '',
          prefecture_kana = '',
          city_kana = '',
          town_kana = '',
        ] = line.split('\t')
        return { postcode, prefecture, city, town, prefecture_kana, city_kana, town_kana }
      })
  }
}
