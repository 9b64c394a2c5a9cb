import type { StockDetail } from '@shirogane/contract/resources/brand/inventory'
import { Button, buttonClass } from '@shirogane/ui/actions/Button'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { ObjectPicture } from '@shirogane/ui/icons/ObjectPicture'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useState } from 'react'
import { call, messageOf } from '../../../shell/api/api.ts'
import { refetch } from '../../../shell/queries/queries.ts'
import { text } from '../text.ts'
import styles from '../inventory.module.css'

/** The photograph of an article, large; staff who keep the stock take another one, or none. */
export function PhotoSheet({
  item,
  mayChange,
  onClose,
}: {
  item: StockDetail
  mayChange: boolean
  onClose: () => void
}) {
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function attempt(run: () => Promise<unknown>, done: string): Promise<void> {
    setProblem(null)
    setBusy(true)
    try {
      await run()
      refetch('inventory.show', 'inventory.list', 'skus.search', 'skus.list', 'skus.show')
      toast({ message: done, kind: 'ok' })
    } catch (error) {
      setProblem(messageOf(error))
    }
    setBusy(false)
  }

  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={text.photo}
      description={item.name}
      footer={
        mayChange && (
          <div className={styles.photoActs}>
            {item.photo !== null && (
              <Button
                variant="quiet"
                disabled={isBusy}
                onClick={() =>
                  void attempt(() => call('skus.removePhoto', { params: { id: item.id } }), text.photoRemoved)
                }
              >
                {text.removePhoto}
              </Button>
            )}
            <label className={`${buttonClass({ variant: 'primary' })} ${styles.file}`}>
              {isBusy ? text.photoSending : item.photo === null ? text.choosePhoto : text.replacePhoto}
              <input
                type="file"
                accept="image/jpeg,image/png,image/webp"
                disabled={isBusy}
                onChange={(event) => {
                  const file = event.target.files?.[0]
                  event.target.value = ''
                  if (file)
                    void attempt(
                      () => call('skus.setPhoto', { params: { id: item.id }, file }),
                      text.photoSaved,
                    )
                }}
              />
            </label>
          </div>
        )
      }
    >
      <div className={styles.photoFrame}>
        {item.photo === null ? (
          <ObjectPicture name={item.picture} size={160} />
        ) : (
          <img src={item.photo.sheet} alt={item.name} width={480} height={480} decoding="async" />
        )}
      </div>
      {mayChange && <p className={styles.hint}>{text.photoHelp}</p>}
      {problem !== null && <InfoStrip role="alert" icon={iconWarn} tone="bad" title={problem} />}
    </Sheet>
  )
}
