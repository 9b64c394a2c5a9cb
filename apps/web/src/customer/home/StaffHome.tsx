import { ButtonLink } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { EmptyState } from '@shirogane/ui/states/EmptyState'
import { linkTo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { staffText } from './staff-text.ts'
import { text } from './text.ts'

/** Staff have no wallet of their own; what they need is on the other side. */
export function StaffHome() {
  return (
    <>
      <h1 className="hiddenTitle">{text.heading}</h1>
      <Card>
        <EmptyState
          picture="dish"
          title={staffText.staffTitle}
          action={
            <ButtonLink variant="primary" render={linkTo(paths.admin())}>
              {staffText.staffAction}
            </ButtonLink>
          }
        />
      </Card>
    </>
  )
}
