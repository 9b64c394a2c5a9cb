import { Button, ButtonLink } from '@shirogane/ui/actions/Button'
import { iconHome, iconRefresh } from '@shirogane/ui/icons/icons'
import { ObjectPicture } from '@shirogane/ui/icons/ObjectPicture'
import { useState } from 'react'
import { ApiError } from '../api/api.ts'
import { detailTime } from '../../shared/dates/dates.ts'
import { linkTo } from '../navigation/navigation.tsx'
import { paths } from '../navigation/paths.ts'
import { useCopy } from '../../shared/forms/use-copy.ts'
import { lazyText as text } from './lazy-text.ts'
import styles from './system.module.css'

/** A screen broke; the bars around it still stand. */
export function ErrorScreen({ error }: { error: Error }) {
  const copy = useCopy()
  const [at] = useState(() => Date.now())
  const detail = `${error instanceof ApiError ? (error.requestId ?? error.code) : error.name} ${detailTime(at)}`
  return (
    <div className={styles.middle} role="alert">
      <ObjectPicture name="ring" size={96} />
      <h1 className={styles.title}>{text.errorTitle}</h1>
      <p className={styles.body}>{text.errorBody}</p>
      <button type="button" className={styles.detail} onClick={() => void copy(detail)}>
        {detail}・{text.copy}
      </button>
      <div className={styles.buttons}>
        <Button block icon={iconRefresh} onClick={() => location.reload()}>
          {text.reload}
        </Button>
        <ButtonLink block variant="secondary" icon={iconHome} render={linkTo(paths.home())}>
          {text.backHome}
        </ButtonLink>
        <ButtonLink block variant="quiet" render={linkTo(paths.contact())}>
          {text.contact}
        </ButtonLink>
      </div>
    </div>
  )
}
