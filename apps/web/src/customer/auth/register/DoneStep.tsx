import { ButtonLink } from '@shirogane/ui/actions/Button'
import { Glints } from '@shirogane/ui/icons/Glints'
import { SuccessCheck } from '@shirogane/ui/states/SuccessCheck'
import { pointsText, yenText } from '../../../shared/money/money.ts'
import { linkTo } from '../../../shell/navigation/navigation.tsx'
import { paths } from '../../../shell/navigation/paths.ts'
import { useSession } from '../../../shell/session/session.ts'
import { broughtTo } from '../use-verified.ts'
import { text } from './text.ts'
import styles from './register.module.css'

/** The end of the registration: what it brought, and where to go from here. */
export function DoneStep() {
  const { points, yen } = broughtTo(useSession().auth?.id)
  const gifts = [...(yen > 0 ? [yenText(yen)] : []), ...(points > 0 ? [pointsText(points)] : [])]
  return (
    <div className={styles.done}>
      <Glints />
      <SuccessCheck />
      <h1 className={styles.heading}>{text.doneHeading}</h1>
      {gifts.length > 0 ? <p className={styles.bonus}>{text.bonus(gifts)}</p> : <p>{text.welcome}</p>}
      <div className={styles.doneButtons}>
        <ButtonLink block render={linkTo(paths.qr())}>
          {text.startPaying}
        </ButtonLink>
        <ButtonLink block variant="secondary" render={linkTo(paths.registeredProfile())}>
          {text.profile}
        </ButtonLink>
        <ButtonLink block variant="quiet" render={linkTo(paths.home())}>
          {text.home}
        </ButtonLink>
      </div>
    </div>
  )
}
