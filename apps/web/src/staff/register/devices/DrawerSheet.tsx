import { drawerReasons } from '@shirogane/contract/terms/sale-terms'
import type { DrawerReason } from '@shirogane/contract/terms/sale-terms'
import { Button } from '@shirogane/ui/actions/Button'
import { ChoiceButton } from '@shirogane/ui/actions/ChoiceButton'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useState } from 'react'
import { call } from '../../../shell/api/api.ts'
import { useAct } from '../../../shell/api/use-act.ts'
import { openDrawer } from './drawer.ts'
import { text } from '../text.ts'
import styles from '../sheets.module.css'

/** Opens the drawer without a sale, once it is on record why. */
export function DrawerSheet({ registerId, onClose }: { registerId: string; onClose: () => void }) {
  const toast = useToast()
  const { send, problem, say } = useAct('admin.openDrawer')
  const [reason, setReason] = useState<DrawerReason | null>(null)

  const open = async () => {
    if (reason === null) {
      say(text.drawerReasonNeeded)
      return
    }
    const outcome = await send({
      // The same opening, however often its answer is lost.
      wish: registerId,
      send: (id) => call('admin.openDrawer', { body: { id, register_id: registerId, reason } }),
    })
    if (outcome.is !== 'done') return
    const isOpen = await openDrawer()
    toast(isOpen ? text.drawerOpened : text.drawerByKey)
    onClose()
  }

  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={text.drawer}
      footer={
        <Button block onClick={open}>
          {text.drawer}
        </Button>
      }
    >
      <div className={styles.form}>
        <p className={styles.note}>{text.drawerLead}</p>
        <Field group label={text.discountReason} need="required" error={problem}>
          <div className={styles.choices}>
            {drawerReasons.map((each) => (
              <ChoiceButton
                key={each}
                isChosen={reason === each}
                onClick={() => {
                  say(null)
                  setReason(each)
                }}
              >
                {text.drawerReasons[each]}
              </ChoiceButton>
            ))}
          </div>
        </Field>
      </div>
    </Sheet>
  )
}
