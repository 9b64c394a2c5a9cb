import { drawerReasons } from '@shirogane/contract/terms/sale-terms'
import type { DrawerReason } from '@shirogane/contract/terms/sale-terms'
import { Button } from '@shirogane/ui/actions/Button'
import { ChoiceButton } from '@shirogane/ui/actions/ChoiceButton'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { Sheet } from '@shirogane/ui/overlays/Sheet'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useState } from 'react'
import { call, messageOf } from '../../../shell/api/api.ts'
import { openDrawer } from './drawer.ts'
import { text } from '../text.ts'
import { uuid7 } from '../../../shell/api/uuid7.ts'
import styles from '../sheets.module.css'

/** Opens the drawer without a sale, once it is on record why. */
export function DrawerSheet({ registerId, onClose }: { registerId: string; onClose: () => void }) {
  const toast = useToast()
  // The same opening, however often its answer is lost.
  const [id] = useState(() => uuid7())
  const [reason, setReason] = useState<DrawerReason | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const open = async () => {
    if (reason === null) {
      setProblem(text.drawerReasonNeeded)
      return
    }
    try {
      await call('admin.openDrawer', { body: { id, register_id: registerId, reason } })
      const isOpen = await openDrawer()
      toast(isOpen ? text.drawerOpened : text.drawerByKey)
      onClose()
    } catch (error) {
      setProblem(messageOf(error))
    }
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
                  setProblem(null)
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
