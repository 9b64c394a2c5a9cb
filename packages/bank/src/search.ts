/** A bank or a branch, as the search finds it. */
export type BankPlace = { code: string; name: string; kana: string }

/** A bank or a branch with what a search compares. */
export type Findable = BankPlace & { keys: { name: string; kana: string; roma: string } }

const small = 'ァィゥェォッャュョヮ'
const large = 'アイウエオツヤユヨワ'

/** Half width, lower case and katakana of one size, for the dataset writes all kana large; hyphens of any kind are the long mark. */
function foldKana(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[ぁ-ゖ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x60))
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[ァィゥェォッャュョヮ]/g, (letter) => large[small.indexOf(letter)] ?? letter)
    .replace(/[‐‑‒–—―−ー-]/g, 'ー')
}

/**
 * Latin letters as anybody may spell a name: `toukiyou` of the dataset, `toukyou`, `tokyo` and `tôkyô` are one. Both sides
 * of a comparison are folded, so that what becomes alike here only ever finds more.
 */
function foldRoma(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .normalize('NFD')
      .replace(/[\u0300-\u036f' -]/g, '')
      .replace(/tch/g, 'cch')
      // The dataset has large kana alone: the small っ before a consonant stands there as つ.
      .replace(/([kstcpgdbzjf])(?=\1)/g, 'tsu')
      .replace(/m(?=[bmp])/g, 'n')
      .replace(/sy/g, 'sh')
      .replace(/ty/g, 'ch')
      .replace(/(?:zy|jy)/g, 'j')
      .replace(/si/g, 'shi')
      .replace(/ti/g, 'chi')
      .replace(/t(?=u)/g, 'ts')
      .replace(/hu/g, 'fu')
      .replace(/(?:zi|di)/g, 'ji')
      .replace(/du/g, 'zu')
      .replace(/(sh|ch|j)iy(?=[auo])/g, '$1')
      .replace(/([kgnhbpmr])iy(?=[auo])/g, '$1y')
      .replace(/o[ou]+/g, 'o')
      .replace(/uu+/g, 'u')
  )
}

export function findable(row: { code: string; name: string; kana: string; roma: string }): Findable {
  const { code, name, kana, roma } = row
  return { code, name, kana, keys: { name: foldKana(name), kana: foldKana(kana), roma: foldRoma(roma) } }
}

/** The exact code first, then what begins with the words, then what holds them. */
export function search(rows: readonly Findable[], query: string, limit: number): BankPlace[] {
  const words = foldKana(query)
  const roma = /^[a-zâêîôûāēīōū' -]+$/i.test(query.normalize('NFKC')) ? foldRoma(query) : ''
  return rows
    .map((row) => ({ row, rank: rankOf(row, words, roma) }))
    .filter(({ rank }) => rank !== null)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0) || (a.row.code < b.row.code ? -1 : 1))
    .slice(0, limit)
    .map(({ row: { code, name, kana } }) => ({ code, name, kana }))
}

function rankOf({ code, keys }: Findable, words: string, roma: string): number | null {
  if (words === '') return null
  if (code === words) return 0
  if (keys.name === words || keys.kana === words) return 1
  if (code.startsWith(words)) return 2
  if (keys.name.startsWith(words) || keys.kana.startsWith(words)) return 3
  if (roma !== '' && keys.roma.startsWith(roma)) return 4
  if (keys.name.includes(words) || keys.kana.includes(words)) return 5
  // One Latin letter is in half of all names.
  return roma.length > 1 && keys.roma.includes(roma) ? 6 : null
}
