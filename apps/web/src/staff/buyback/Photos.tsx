import type { BuybackDetails } from '@shirogane/contract/resources/brand/buybacks'
import { limits } from '@shirogane/contract/rules/limits'
import { Button, buttonClass } from '@shirogane/ui/actions/Button'
import { classNames } from '@shirogane/ui/class-names'
import { iconPhoto } from '@shirogane/ui/icons/icons'
import { Spinner } from '@shirogane/ui/states/Spinner'
import { useState } from 'react'
import { call } from '../../shell/api/api.ts'
import { text } from './text.ts'
import { usePhoto } from './use-photo.ts'
import styles from './buyback.module.css'

/**
 * What a piece looks like. The photographs are fetched when the reader asks to see them, because each look is on
 * record.
 */
export function Photos({
  id,
  item,
  mayAdd,
  attempt,
}: {
  id: string
  item: BuybackDetails['items'][number]
  mayAdd: boolean
  attempt: (run: () => Promise<BuybackDetails>, done?: string) => Promise<void>
}) {
  const [isShown, setShown] = useState(false)
  const [isSending, setSending] = useState(false)
  const isFull = item.photos >= limits.piecePhotosMax

  async function add(file: File): Promise<void> {
    setSending(true)
    await attempt(
      () =>
        call('admin.addBuybackPhoto', {
          params: { id, line: String(item.line) },
          file,
        }),
      text.photoAdded,
    )
    setSending(false)
  }

  if (item.photos === 0 && !mayAdd) return null
  return (
    <>
      <div className={styles.acts}>
        {item.photos > 0 && (
          <Button
            size="s"
            variant="secondary"
            icon={iconPhoto}
            aria-expanded={isShown}
            onClick={() => setShown((now) => !now)}
          >
            {isShown ? text.hidePhotos : text.showPhotos(item.photos)}
          </Button>
        )}
        {mayAdd && !isFull && (
          <label className={classNames(buttonClass({ variant: 'secondary', size: 's' }), styles.file)}>
            {isSending ? text.photoSending : text.addPhoto}
            <input
              type="file"
              accept="image/jpeg,image/png,image/webp"
              disabled={isSending}
              onChange={(event) => {
                const file = event.target.files?.[0]
                event.target.value = ''
                if (file) void add(file)
              }}
            />
          </label>
        )}
      </div>
      {mayAdd && !isFull && <p className={styles.note}>{text.photoHelp(limits.piecePhotosMax)}</p>}
      {isShown && (
        <ul className={styles.photos}>
          {Array.from({ length: item.photos }, (_, index) => (
            <li key={index + 1}>
              <Photo id={id} line={item.line} position={index + 1} name={item.name} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Photo({ id, line, position, name }: { id: string; line: number; position: number; name: string }) {
  const { url, problem } = usePhoto(id, line, position)
  if (problem !== null) return <p role="alert">{problem}</p>
  if (url === null) return <Spinner size={24} />
  // A new page for a reader who wants to read a mark: the picture lives in this one alone.
  return (
    <a href={url} target="_blank" rel="noreferrer">
      <img src={url} alt={text.photoOf(name, position)} />
    </a>
  )
}
