import {
  type AccountType,
  accountTypeNames,
  accountTypes,
  readAccountNumber,
  readHolder,
  readYucho,
} from '@shirogane/contract/bank-kana'
import { sentenceOf } from '@shirogane/contract/errors'
import type { BankPlace, PayoutMethod } from '@shirogane/contract/payout-methods'
import { Button, ButtonLink } from '@shirogane/ui/Button'
import { Field } from '@shirogane/ui/Field'
import { iconWarn } from '@shirogane/ui/icons'
import { InfoStrip } from '@shirogane/ui/InfoStrip'
import { Segmented } from '@shirogane/ui/Segmented'
import { StickyFooter } from '@shirogane/ui/StickyFooter'
import { TextInput } from '@shirogane/ui/TextInput'
import { useState } from 'react'
import { linkTo, useGo } from '../../lib/navigation.tsx'
import { paths } from '../../lib/paths.ts'
import { AccountPairs } from './AccountPairs.tsx'
import { Chosen } from './Chosen.tsx'
import { bankKanaOf, differs, type Draft } from './draft.ts'
import { text } from './text.ts'
import styles from './payout-methods.module.css'

type AccountStepProps = {
  bank: BankPlace
  /** Null where the symbol of ゆうちょ says it and has not been typed yet. */
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
  const [hasTried, setTried] = useState(false)
  const [isFilled, setFilled] = useState(false)
  const number = readAccountNumber(draft.number)
  const yucho = readYucho(draft.symbol, draft.symbolNumber)
  const holder = readHolder(draft.holder)
  const holderRefusal = 'refusal' in holder ? holder.refusal : null

  function fillNumber(): void {
    if (number === null || number === draft.number) return
    setFilled(draft.number.length < number.length)
    onChange({ number })
  }
  function next(): void {
    setTried(true)
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
      <h2 className={styles.title}>{text.accountTitle}</h2>
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
            <Field label={text.symbol} need="required" helper={text.symbolHelper}>
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
          {hasTried && yucho === null && (
            <p className={styles.problem} role="alert">
              {sentenceOf('YUCHO_FORMAT')}
            </p>
          )}
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
            need="required"
            helper={given === null ? text.numberHelper : text.numberAgain(given.data.account_number)}
            error={hasTried && number === null ? text.numberNeeded : undefined}
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
      <Field
        label={text.holder}
        need="required"
        helper={text.holderHelper}
        error={hasTried && holderRefusal !== null ? sentenceOf(holderRefusal) : undefined}
      >
        <TextInput
          autoComplete="off"
          maxLength={60}
          value={draft.holder}
          onChange={(event) => onChange({ holder: event.target.value })}
          onBlur={() => onChange({ holder: bankKanaOf(draft.holder) })}
        />
      </Field>
      {nameKana !== '' && differs(draft.holder, nameKana) && (
        <InfoStrip icon={iconWarn} tone="warn" title={text.differs} text={text.differsBody} role="status" />
      )}
      <div className={styles.footer}>
        <StickyFooter>
          <Button type="submit" block>
            {text.next}
          </Button>
        </StickyFooter>
      </div>
    </form>
  )
}
