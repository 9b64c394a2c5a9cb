import { Checkbox } from '@shirogane/ui/inputs/Checkbox'
import { useEffect, useState } from 'react'
import { call, type Output } from '../../shell/api/api.ts'
import { Book, photosKey } from './Book.tsx'
import { PeriodSheet } from './PeriodSheet.tsx'
import { text } from './text.ts'
import { readPhoto } from './use-photo.ts'

type Paper = { book: Output<'admin.buybackBook'>; photos: ReadonlyMap<string, readonly string[]> }

/** The ledger on paper, for the days that are asked about: the person who prints it stands on record. */
export function PrintSheet({ onClose }: { onClose: () => void }) {
  const [paper, setPaper] = useState<Paper | null>(null)
  const [withPhotos, setWithPhotos] = useState(false)
  // The paper stands in the page first, with every picture drawn, and the printer sees the page.
  useEffect(() => {
    if (paper === null) return undefined
    const urls = [...paper.photos.values()].flat()
    const drawn = urls.map(async (url) =>
      document.querySelector<HTMLImageElement>(`img[src="${url}"]`)?.decode(),
    )
    void Promise.allSettled(drawn).then(() => window.print())
    return () => {
      for (const url of urls) URL.revokeObjectURL(url)
    }
  }, [paper])

  return (
    <PeriodSheet
      title={text.printTitle}
      note={text.printNote}
      button={text.printNow}
      onClose={onClose}
      onGo={async (period) => {
        const book = await call('admin.buybackBook', { query: period })
        if (book.items.length === 0) return text.printEmpty
        setPaper({ book, photos: withPhotos ? await photosOf(book) : new Map() })
        return null
      }}
    >
      <Checkbox checked={withPhotos} onChange={(event) => setWithPhotos(event.target.checked)}>
        {text.withPhotos}
      </Checkbox>
      {paper !== null && <Book book={paper.book} photos={paper.photos} />}
    </PeriodSheet>
  )
}

/** One after the other: a book has many, and each look is written down. */
async function photosOf(book: Output<'admin.buybackBook'>): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const { id, items } of book.items)
    for (const { line, photos } of items)
      for (let position = 1; position <= photos; position += 1) {
        const key = photosKey(id, line)
        found.set(key, [...(found.get(key) ?? []), await readPhoto({ id, line, position })])
      }
  return found
}
