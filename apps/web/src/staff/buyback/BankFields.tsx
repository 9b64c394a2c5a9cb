import type { BuybackBody } from '@shirogane/contract/resources/brand/buybacks'
import { withoutSeparators, toKatakana } from '@shirogane/contract/inputs/person'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { Select } from '@shirogane/ui/inputs/Select'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { text } from './text.ts'
import styles from './buyback.module.css'

type Bank = NonNullable<BuybackBody['bank']>
export const noBank: Bank = {
  bank_code: '',
  branch_code: '',
  account_type: 'ordinary',
  account_number: '',
  account_holder_kana: '',
}

/** The account in the one spelling that is kept; null while it is none. */
export function bankOf(typed: Bank): Bank | null {
  const bank = {
    ...typed,
    bank_code: withoutSeparators(typed.bank_code),
    branch_code: withoutSeparators(typed.branch_code),
    account_number: withoutSeparators(typed.account_number).padStart(7, '0'),
    account_holder_kana: toKatakana(typed.account_holder_kana),
  }
  const isWhole =
    /^\d{4}$/.test(bank.bank_code) &&
    /^\d{3}$/.test(bank.branch_code) &&
    withoutSeparators(typed.account_number) !== '' &&
    /^\d{7}$/.test(bank.account_number) &&
    /^[ァ-ヴーA-Z0-9()\-. 　]{1,30}$/.test(bank.account_holder_kana)
  return isWhole ? bank : null
}

export function BankFields({ value, onChange }: { value: Bank; onChange: (bank: Bank) => void }) {
  const set = <Key extends keyof Bank>(key: Key, next: Bank[Key]) => onChange({ ...value, [key]: next })
  return (
    <div className={styles.pair}>
      <Field label={text.bankCode} need="required">
        <TextInput
          inputMode="numeric"
          value={value.bank_code}
          maxLength={4}
          onChange={(event) => set('bank_code', event.target.value)}
        />
      </Field>
      <Field label={text.branchCode} need="required">
        <TextInput
          inputMode="numeric"
          value={value.branch_code}
          maxLength={3}
          onChange={(event) => set('branch_code', event.target.value)}
        />
      </Field>
      <Field label={text.accountType}>
        <Select
          value={value.account_type}
          onChange={(event) => set('account_type', event.target.value as Bank['account_type'])}
        >
          {(['ordinary', 'current', 'savings'] as const).map((type) => (
            <option key={type} value={type}>
              {text.accountTypes[type]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={text.accountNumber} need="required">
        <TextInput
          inputMode="numeric"
          value={value.account_number}
          maxLength={7}
          onChange={(event) => set('account_number', event.target.value)}
        />
      </Field>
      <Field label={text.holder} need="required">
        <TextInput
          value={value.account_holder_kana}
          maxLength={30}
          onChange={(event) => set('account_holder_kana', event.target.value)}
        />
      </Field>
    </div>
  )
}
