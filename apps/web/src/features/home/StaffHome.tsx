import { ButtonLink } from '@shirogane/ui/Button'
import { Card } from '@shirogane/ui/Card'
import { EmptyState } from '@shirogane/ui/EmptyState'
import { linkTo } from '../../lib/navigation.tsx'
import { paths } from '../../lib/paths.ts'
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
