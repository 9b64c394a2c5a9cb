import {
  type AccountType,
  accountTypeNames,
  accountTypes,
  isCorporateHolder,
  readAccountNumber,
  readHolder,
  readYucho,
} from '@shirogane/bank/kana'
import { sentenceOf } from '@shirogane/contract/wire/errors'
import type { BankPlace, PayoutMethod } from '@shirogane/contract/resources/members/payout-methods'
import { Button, ButtonLink } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { FormSummary } from '@shirogane/ui/inputs/form/FormSummary'
import { iconClock, iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { Segmented } from '@shirogane/ui/inputs/Segmented'
import { StepTitle } from '@shirogane/ui/layout/StepTitle'
import { StickyFooter } from '@shirogane/ui/layout/StickyFooter'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { linkTo, useGo } from '../../shell/navigation/navigation.tsx'
import { paths } from '../../shell/navigation/paths.ts'
import { AccountPairs } from './AccountPairs.tsx'
import { Chosen } from './Chosen.tsx'
import { bankKanaOf, holderDiffers, type Draft } from './draft.ts'
import { text } from './text.ts'
import styles from './payout-methods.module.css'

const [numberId, holderId] = ['account-number', 'account-holder'] as const

type AccountStepProps = {
  bank: BankPlace
  /** Null where the symbol of the post bank says it and has not been typed yet. */
  branch: BankPlace | null
  bySymbol: boolean
  draft: Draft
  given: PayoutMethod | null
  nameKana: string
  toBanks: string
  toBranches: string
  toConfirm: string
  onChange: (change: Partial<Draft>) => void
}

/** Q04: kind, number and holder. What will be sent to the bank is shown as it will be sent. */
export function AccountStep(props: AccountStepProps) {
  const { bank, branch, bySymbol, draft, given, nameKana, toBanks, toBranches, toConfirm, onChange } = props
  const go = useGo()
  const [tries, setTries] = useState(0)
  const summary = useRef<HTMLDivElement>(null)
  const [isFilled, setFilled] = useState(false)
  const number = readAccountNumber(draft.number)
  const yucho = readYucho(draft.symbol, draft.symbolNumber)
  const holder = readHolder(draft.holder)
  const holderRefusal = 'refusal' in holder ? holder.refusal : null
  const hasTried = tries > 0
  const numberError =
    !hasTried || (bySymbol ? yucho : number) !== null
      ? null
      : bySymbol
        ? sentenceOf('YUCHO_FORMAT')
        : text.numberNeeded
  const holderError = hasTried && holderRefusal !== null ? sentenceOf(holderRefusal) : null
  const wrong = [
    { id: numberId, message: numberError },
    { id: holderId, message: holderError },
  ].flatMap(({ id, message }) => (message === null ? [] : [{ id, message }]))

  // Only a new attempt moves the focus; typing on must not take it away.
  const focusSummary = useEffectEvent(() => summary.current?.focus())
  useEffect(() => focusSummary(), [tries])

  function fillNumber(): void {
    if (number === null || number === draft.number) return
    setFilled(draft.number.length < number.length)
    onChange({ number })
  }
  function next(): void {
    setTries((count) => count + 1)
    if (nameKana === '' || holderRefusal !== null || (bySymbol ? yucho : number) === null) return
    go(toConfirm)
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        next()
      }}
    >
      <StepTitle className={styles.title}>{text.accountTitle}</StepTitle>
      {wrong.length > 0 && <FormSummary ref={summary} title={text.summary(wrong.length)} items={wrong} />}
      <Chosen
        lines={[
          { label: text.bank, place: bank, change: toBanks },
          ...(bySymbol || branch === null ? [] : [{ label: text.branch, place: branch, change: toBranches }]),
        ]}
      />
      {nameKana === '' && (
        <InfoStrip
          icon={iconWarn}
          tone="warn"
          title={text.noName}
          text={text.noNameBody}
          action={text.toProfile}
          render={linkTo(paths.settingTab('profile'))}
        />
      )}
      {bySymbol ? (
        <>
          <div className={styles.pair}>
            <Field
              label={text.symbol}
              id={numberId}
              need="required"
              helper={text.symbolHelper}
              error={numberError}
            >
              <TextInput
                inputMode="numeric"
                autoComplete="off"
                maxLength={8}
                value={draft.symbol}
                onChange={(event) => onChange({ symbol: event.target.value })}
              />
            </Field>
            <Field label={text.symbolNumber} need="required" helper={text.symbolNumberHelper}>
              <TextInput
                inputMode="numeric"
                autoComplete="off"
                maxLength={10}
                value={draft.symbolNumber}
                onChange={(event) => onChange({ symbolNumber: event.target.value })}
              />
            </Field>
          </div>
          {yucho !== null && (
            <section className={styles.converted} aria-label={text.converted} role="status">
              <h3>{text.converted}</h3>
              <AccountPairs
                pairs={[
                  [
                    text.branch,
                    branch === null
                      ? text.convertedBranch(yucho.branch_code)
                      : `${branch.name} (${branch.code})`,
                  ],
                  [text.type, accountTypeNames[yucho.account_type]],
                  [text.number, yucho.account_number],
                ]}
              />
            </section>
          )}
          <ButtonLink variant="quiet" render={linkTo(toBranches)}>
            {text.byBranch}
          </ButtonLink>
        </>
      ) : (
        <>
          <Field label={text.type} group>
            <Segmented<AccountType>
              label={text.type}
              options={accountTypes.map((value) => ({ value, label: accountTypeNames[value] }))}
              value={draft.account_type}
              onChange={(account_type) => onChange({ account_type })}
            />
          </Field>
          <Field
            label={text.number}
            id={numberId}
            need="required"
            helper={given === null ? text.numberHelper : text.numberAgain(given.data.account_number)}
            error={numberError}
            ok={isFilled && number === draft.number ? text.filled : undefined}
          >
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              maxLength={12}
              value={draft.number}
              onChange={(event) => {
                setFilled(false)
                onChange({ number: event.target.value })
              }}
              onBlur={fillNumber}
            />
          </Field>
        </>
      )}
      <Field label={text.holder} id={holderId} need="required" helper={text.holderHelper} error={holderError}>
        <TextInput
          autoComplete="off"
          maxLength={60}
          value={draft.holder}
          onChange={(event) => onChange({ holder: event.target.value })}
          onBlur={() => onChange({ holder: bankKanaOf(draft.holder) })}
        />
      </Field>
      {nameKana !== '' &&
        holderDiffers(draft.holder, nameKana) &&
        (isCorporateHolder(draft.holder) ? (
          <InfoStrip icon={iconClock} title={text.corporate} text={text.corporateBody} role="status" />
        ) : (
          <InfoStrip icon={iconWarn} tone="warn" title={text.differs} text={text.differsBody} role="status" />
        ))}
      <StickyFooter flow>
        <Button type="submit" block>
          {text.next}
        </Button>
      </StickyFooter>
    </form>
  )
}
