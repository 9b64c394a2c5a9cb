import { documentLabels } from '@shirogane/contract/inputs/identity-text'
import { kycDocuments } from '@shirogane/contract/inputs/identity'
import { Button } from '@shirogane/ui/actions/Button'
import { StickyFooter } from '@shirogane/ui/layout/StickyFooter'
import { useState } from 'react'
import { goToCamera } from '../../shared/camera/camera.ts'
import { useGo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { chooseDocument, useDraft } from './draft.ts'
import { text } from './text.ts'
import styles from './kyc.module.css'

type Props = {
  /** Pictures of identity documents are still taken. */
  hasCamera: boolean
  /** Identity documents may be shown in a shop. */
  hasCounter: boolean
}

export function DocumentStep({ hasCamera, hasCounter }: Props) {
  const go = useGo()
  const { document } = useDraft()
  const [hasTried, setTried] = useState(false)
  return (
    <>
      <h2 className={styles.title}>{text.documentTitle}</h2>
      <p className={styles.hint}>{text.documentHint}</p>
      <fieldset className={styles.choices} aria-label={text.documentTitle}>
        {kycDocuments.map((each) => {
          const { name, note } = documentLabels[each]
          return (
            <label key={each} className={styles.choice}>
              <input
                type="radio"
                name="document"
                className={styles.radio}
                checked={document === each}
                onChange={() => chooseDocument(each)}
              />
              <span className={styles.choiceText}>
                <b>{name}</b>
                {note !== null && <span>{note}</span>}
              </span>
            </label>
          )
        })}
      </fieldset>
      <p className={styles.small}>{text.documentNot}</p>
      {hasTried && document === null && (
        <p className={styles.problem} role="alert">
          {text.documentNeeded}
        </p>
      )}
      <StickyFooter flow>
        {hasCamera && (
          <Button
            block
            onClick={() => {
              setTried(true)
              if (document !== null) goToCamera(paths.kyc('front'), go)
            }}
          >
            {text.next}
          </Button>
        )}
        {hasCounter && (
          <Button
            block
            variant={hasCamera ? 'quiet' : 'primary'}
            onClick={() => {
              setTried(true)
              if (document !== null) go(paths.kyc('counter'))
            }}
          >
            {text.atCounter}
          </Button>
        )}
      </StickyFooter>
    </>
  )
}
