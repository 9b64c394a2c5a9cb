import { ButtonLink } from '@shirogane/ui/actions/Button'
import { Plate } from '@shirogane/ui/layout/Plate'
import { linkTo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { text } from './text.ts'
import styles from './transactions.module.css'

export function GuestTransactions() {
  return (
    <>
      <h1 className="hiddenTitle">{text.heading}</h1>
      <Plate className={styles.guestPlate}>
        <p className={styles.plateLabel}>{text.balance}</p>
        <p className={styles.guestText}>{text.guestText}</p>
      </Plate>
      <div className={styles.guestButtons}>
        <ButtonLink block render={linkTo(paths.login(paths.transactions()))}>
          {text.login}
        </ButtonLink>
        <ButtonLink block variant="secondary" render={linkTo(paths.register())}>
          {text.register}
        </ButtonLink>
      </div>
    </>
  )
}
