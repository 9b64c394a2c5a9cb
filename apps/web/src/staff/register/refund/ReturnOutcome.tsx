import { counterTenders, sumOver } from '@shirogane/domain/sales/tenders'
import type { RefundPreview } from '@shirogane/contract/resources/sales/refunds'
import { Amount } from '@shirogane/ui/data/Amount'
import { Checkbox } from '@shirogane/ui/inputs/Checkbox'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { iconInfo, iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { Plate } from '@shirogane/ui/layout/Plate'
import { Select } from '@shirogane/ui/inputs/Select'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { messageOf } from '../../../shell/api/api.ts'
import { Plan } from '../../sales/Plan.tsx'
import { WriteButton } from '../../shared/forms/WriteButton.tsx'
import { text } from './text.ts'
import type { Return } from './use-return.ts'
import styles from './refund.module.css'

/** What the choice means: how much goes back and which way, what stands against it, why, and the buttons that go on. */
export function ReturnOutcome({ whole, back }: { whole: RefundPreview; back: Return }) {
  const { share, problem, proceed } = back
  const { plan } = share
  return (
    <>
      <Figures plan={plan} />
      {whole.balance_possible &&
        (share.isToBalance || (plan !== undefined && sumOver(counterTenders, plan.refund) > 0)) && (
          <Checkbox
            checked={share.isToBalance}
            onChange={(event) => share.setToBalance(event.target.checked)}
          >
            {text.toBalance}
            <span className={styles.small}>{text.toBalanceHelp}</span>
          </Checkbox>
        )}
      {share.error !== null && (
        <InfoStrip role="alert" icon={iconWarn} tone="bad" title={messageOf(share.error)} />
      )}
      {problem !== null && <InfoStrip role="alert" icon={iconWarn} tone="bad" title={problem} />}
      {plan?.approval_required === true && back.approvalId === null && (
        <InfoStrip icon={iconInfo} title={text.approval} />
      )}
      <ReasonFields back={back} />
      <WriteButton
        variant="danger"
        size="pos"
        block
        disabled={!share.isReady}
        onClick={() => proceed('confirm')}
      >
        {text.proceed(plan?.total ?? 0)}
      </WriteButton>
      {share.way === 'items' && back.isAtRegister && (
        <WriteButton variant="secondary" block disabled={!share.isReady} onClick={() => proceed('exchange')}>
          {text.exchange}
        </WriteButton>
      )}
    </>
  )
}

function Figures({ plan }: { plan: RefundPreview | undefined }) {
  if (plan === undefined)
    return (
      <Plate low className={styles.plate}>
        <p className={styles.hint}>{text.nothing}</p>
      </Plate>
    )
  return (
    <>
      <Plate low className={styles.plate}>
        <p className={styles.plateLabel}>{text.amount}</p>
        <Amount value={plan.total} unit="¥" size="total" />
      </Plate>
      <Plan plan={plan} />
      {plan.drawer_short && (
        <InfoStrip
          role="alert"
          icon={iconWarn}
          tone="warn"
          title={text.drawerShort}
          text={plan.balance_possible ? text.drawerShortBalance : text.drawerShortFill}
        />
      )}
    </>
  )
}

function ReasonFields({ back }: { back: Return }) {
  const { reason, setReason, isOther, other, setOther, words, isChecked } = back
  return (
    <>
      <Field
        label={text.reason}
        need="required"
        error={isChecked && reason === '' ? text.reasonNeeded : undefined}
      >
        <Select size="s" value={reason} onChange={(event) => setReason(event.target.value)}>
          <option value="">{text.choices}</option>
          {text.reasons.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </Select>
      </Field>
      {isOther && (
        <Field
          label={text.reasonOther}
          need="required"
          error={isChecked && words === '' ? text.reasonNeeded : undefined}
        >
          <TextInput
            size="s"
            value={other}
            maxLength={200}
            onChange={(event) => setOther(event.target.value)}
          />
        </Field>
      )}
    </>
  )
}
