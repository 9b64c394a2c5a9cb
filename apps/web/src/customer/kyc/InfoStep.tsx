import { occupations, purposes } from '@shirogane/contract/inputs/identity-text'
import type { Occupation, Purpose } from '@shirogane/contract/inputs/identity'
import { Button } from '@shirogane/ui/actions/Button'
import { Card } from '@shirogane/ui/layout/Card'
import { Checkbox } from '@shirogane/ui/inputs/Checkbox'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { Select } from '@shirogane/ui/inputs/Select'
import { StickyFooter } from '@shirogane/ui/layout/StickyFooter'
import { useState } from 'react'
import { longDate } from '../../shared/dates/dates.ts'
import type { Output } from '../../shell/api/api.ts'
import { useGo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { changeDraft, useDraft } from './draft.ts'
import { RecordRow } from './RecordRow.tsx'
import { text } from './text.ts'
import styles from './kyc.module.css'

export function InfoStep({ kyc }: { kyc: Output<'users.kyc'> }) {
  const go = useGo()
  const draft = useDraft()
  const [hasTried, setTried] = useState(false)
  const { name, name_kana, date_of_birth, address } = kyc
  const isRecorded = name !== null && name_kana !== null && date_of_birth !== null && address !== null

  function next(): void {
    setTried(true)
    if (isRecorded && draft.occupation !== null && draft.purposes.length > 0) go(paths.kyc('doc'))
  }

  const toggle = (purpose: Purpose, isOn: boolean) =>
    changeDraft({
      purposes: isOn ? [...draft.purposes, purpose] : draft.purposes.filter((each) => each !== purpose),
    })
  return (
    <>
      <h2 className={styles.title}>{text.infoTitle}</h2>
      <p className={styles.hint}>{text.infoHint}</p>
      <Card as="section" aria-label={text.infoTitle}>
        <dl className={styles.records}>
          <RecordRow label={text.name} value={name} edit={paths.settingTab('profile')} />
          <RecordRow label={text.kana} value={name_kana} edit={paths.settingTab('profile')} />
          <RecordRow
            label={text.birth}
            value={date_of_birth && longDate(date_of_birth)}
            // What is set is set for good: only support changes it.
            edit={date_of_birth === null ? paths.settingTab('profile') : null}
          />
          <RecordRow label={text.address} value={address} edit={paths.settingTab('address')} />
        </dl>
      </Card>
      {hasTried && !isRecorded && (
        <p className={styles.problem} role="alert">
          {text.infoIncomplete}
        </p>
      )}
      <Field
        label={text.occupation}
        need="required"
        error={hasTried && draft.occupation === null ? text.occupationNeeded : undefined}
      >
        <Select
          value={draft.occupation ?? ''}
          onChange={(event) => changeDraft({ occupation: (event.target.value || null) as Occupation | null })}
        >
          <option value="">{text.choose}</option>
          {Object.entries(occupations).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label={text.purposes}
        need="required"
        group
        error={hasTried && draft.purposes.length === 0 ? text.purposesNeeded : undefined}
      >
        <div className={styles.list}>
          {(Object.entries(purposes) as [Purpose, string][]).map(([value, label]) => (
            <Checkbox
              key={value}
              checked={draft.purposes.includes(value)}
              onChange={(event) => toggle(value, event.target.checked)}
            >
              {label}
            </Checkbox>
          ))}
        </div>
      </Field>
      <StickyFooter flow>
        <Button block onClick={next}>
          {text.next}
        </Button>
      </StickyFooter>
    </>
  )
}
