import { prefectures } from '@shirogane/contract/inputs/person-text'
import { Button } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { Select } from '@shirogane/ui/inputs/Select'
import { Spinner } from '@shirogane/ui/states/Spinner'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { text } from './text.ts'
import type { AddressForm, AddressValues } from './use-address-form.ts'
import styles from './address.module.css'

/** Typed, pasted or dictated; a browser that fills in what it has stored says nothing of the kind. */
const isTyped = (event: Event) => /^insert(?!Replacement)/.test((event as InputEvent).inputType ?? '')

export function AddressFields({ form }: { form: AddressForm }) {
  const { values, errors, lookup, set, leave } = form
  const input = (name: keyof AddressValues, autoComplete: string) => ({
    value: values[name],
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
    onBlur: () => leave(name),
    autoComplete,
  })
  const needed = form.isRequired ? ({ need: 'required' } as const) : {}
  return (
    <div className={styles.form}>
      <Field
        label={text.postcode}
        {...needed}
        helper={text.postcodeHelper}
        error={errors.postcode ?? (lookup.state === 'not_found' ? text.notFound : undefined)}
        ok={lookup.state === 'found' ? text.found(lookup.place) : undefined}
        id="address-postcode"
      >
        <TextInput
          {...input('postcode', 'postal-code')}
          onChange={(event) => form.writePostcode(event.target.value, isTyped(event.nativeEvent))}
          inputMode="numeric"
          className={styles.postcode}
          trailing={lookup.state === 'searching' && <Spinner size={18} />}
        />
      </Field>
      {lookup.state === 'several' && (
        <fieldset className={styles.towns}>
          <legend>{text.several}</legend>
          <div className={styles.townList}>
            {lookup.towns.map((town) => (
              <Button
                key={`${town.prefecture}${town.city}${town.town}`}
                variant="secondary"
                size="s"
                block
                onClick={() => form.choose(town)}
              >
                {town.prefecture}
                {town.city}
                {town.town}
              </Button>
            ))}
          </div>
        </fieldset>
      )}
      <Field label={text.prefecture} {...needed} error={errors.prefecture} id="address-prefecture">
        <Select {...input('prefecture', 'address-level1')}>
          <option value="">{text.choose}</option>
          {prefectures.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={text.city} {...needed} error={errors.city} id="address-city">
        <TextInput {...input('city', 'address-level2')} />
      </Field>
      <Field label={text.town} error={errors.town} id="address-town">
        <TextInput {...input('town', 'address-level3')} />
      </Field>
      <Field
        label={text.street}
        {...needed}
        helper={text.streetHelper}
        error={errors.street}
        id="address-street"
      >
        <TextInput {...input('street', 'address-line1')} />
      </Field>
      <Field label={text.building} need="optional" error={errors.building} id="address-building">
        <TextInput {...input('building', 'address-line2')} />
      </Field>
    </div>
  )
}
