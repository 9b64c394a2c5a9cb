import { silverPrice } from '@shirogane/domain/money/money'
import { falseClaim } from '@shirogane/contract/inputs/silver-names'
import {
  notReturnableReasons,
  silverFinenesses,
  skuCategories,
  skuPictures,
  skuTaxRates,
} from '@shirogane/contract/terms/sku-terms'
import type { NotReturnable, SkuCategory } from '@shirogane/contract/terms/sku-terms'
import type { Sku, SkuBody, SkuRecord } from '@shirogane/contract/resources/brand/skus'
import { Button } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { readNumber } from '@shirogane/ui/inputs/read-number'
import { Segmented } from '@shirogane/ui/inputs/Segmented'
import { Select } from '@shirogane/ui/inputs/Select'
import { Switch } from '@shirogane/ui/inputs/Switch'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { call } from '../../shell/api/api.ts'
import { Unsaved } from '../../shell/navigation/Unsaved.tsx'
import { uuid7 } from '../../shell/api/uuid7.ts'
import { notReturnable } from '../shared/articles/article-text.ts'
import { text as adminText } from '../shared/text.ts'
import { useEdited } from '../shared/forms/use-edited.ts'
import { silverQuery, skuQuery } from './queries.ts'
import { text } from './text.ts'
import { yen } from '@shirogane/ui/data/text'
import panes from '../shared/lists/panes.module.css'
import styles from './catalogue.module.css'

type Props = {
  sku: SkuRecord | null
  onDone: (sku: SkuRecord) => void
  onCancel: () => void
}

const pricingOf = (sku: SkuRecord | null): 'fixed' | 'weight' => (sku?.silver == null ? 'fixed' : 'weight')

/** What stands in the fields: text, as it was typed. */
function typedOf(sku: SkuRecord | null) {
  const number = (value: number | null | undefined, divisor = 1) =>
    value === null || value === undefined ? '' : String(value / divisor)
  return {
    sku: sku?.sku ?? '',
    barcode: sku?.barcode ?? '',
    name: sku?.name ?? '',
    pricing: pricingOf(sku),
    price: sku === null || sku.silver !== null ? '' : String(sku.price),
    tax_rate: sku?.tax_rate ?? skuTaxRates[0],
    picture: sku?.picture ?? skuPictures[1],
    category: sku?.category ?? skuCategories[0],
    not_returnable: sku?.not_returnable ?? null,
    stocked: sku?.stocked ?? true,
    fineness: sku?.fineness ?? null,
    grams: number(sku?.weight_mg, 1_000),
    size: sku?.size ?? '',
    weighed: sku?.silver?.weighed ?? false,
    times: number(sku?.silver?.coefficient_bp ?? 15_000, 10_000),
    labor: number(sku?.silver?.labor_fee ?? 0),
    stone: number(sku?.silver?.stone_fee ?? 0),
    quick: number(sku?.quick_order),
  }
}
type Typed = ReturnType<typeof typedOf>

/** The fields for a number, with what one of their units is here. */
const factors = { price: 1, grams: 1_000, times: 10_000, labor: 1, stone: 1, quick: 1 } as const
type NumberKey = keyof typeof factors
const numberOf = (typed: Typed, key: NumberKey) => readNumber(typed[key], factors[key])
const numbersOf = { fixed: ['price'], weight: ['times', 'labor', 'stone'] } as const

type Written = Omit<SkuBody, 'id' | 'sku' | 'barcode'>

function bodyOf(typed: Typed): Written {
  const price = numberOf(typed, 'price') ?? null
  return {
    name: typed.name.trim(),
    ...(typed.pricing === 'fixed' && price !== null && { price }),
    tax_rate: typed.tax_rate as Written['tax_rate'],
    picture: typed.picture,
    category: typed.category,
    not_returnable: typed.not_returnable,
    stocked: typed.stocked,
    fineness: typed.fineness as Written['fineness'],
    weight_mg: numberOf(typed, 'grams') ?? null,
    size: typed.size.trim() === '' ? null : typed.size.trim(),
    by_weight:
      typed.pricing === 'fixed'
        ? null
        : {
            weighed: typed.weighed,
            coefficient_bp: numberOf(typed, 'times') ?? 10_000,
            labor_fee: numberOf(typed, 'labor') ?? 0,
            stone_fee: numberOf(typed, 'stone') ?? 0,
          },
    quick_order: numberOf(typed, 'quick') ?? null,
  }
}

export function SkuForm({ sku, onDone, onCancel }: Props) {
  const client = useQueryClient()
  const form = useEdited(sku, typedOf, async () =>
    sku === null ? undefined : client.fetchQuery({ ...skuQuery(sku.id), staleTime: 0 }),
  )
  const { seen, typed, set } = form
  // One id for one form: sent twice, it makes one article.
  const [newId] = useState(uuid7)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [made, setMade] = useState<SkuRecord | null>(null)
  const leave = useEffectEvent(onDone)
  // By then nothing asks any more whether what was typed may go.
  useEffect(() => {
    if (made !== null) leave(made)
  }, [made])
  const silver = useQuery(silverQuery()).data
  const input = (
    key: 'sku' | 'barcode' | 'name' | 'price' | 'grams' | 'size' | 'times' | 'labor' | 'stone' | 'quick',
  ) => ({
    size: 's' as const,
    value: typed[key],
    onChange: (event: { target: { value: string } }) => set({ [key]: event.target.value }),
  })
  /** Said at its field, and in the way of saving: a fee that cannot be read is not none, and no factor is not one. */
  const errorOf = (key: NumberKey) => {
    const value = numberOf(typed, key)
    return value === undefined || (value === null && key === 'times') ? adminText.noNumber : undefined
  }
  const isReadable = (['grams', 'quick', ...numbersOf[typed.pricing]] as const).every(
    (key) => errorOf(key) === undefined,
  )
  const hasPrice = typed.pricing === 'weight' || typed.price.trim() !== ''
  const body = bodyOf(typed)
  const rate = silver?.price_per_g ?? null
  const claim = falseClaim(body.name, body.fineness, body.category)
  const preview =
    isReadable &&
    body.by_weight !== null &&
    body.fineness !== null &&
    body.weight_mg !== null &&
    rate !== null
      ? silverPrice({
          ...body.by_weight,
          fineness: body.fineness,
          weight_mg: body.weight_mg,
          price_per_g: rate,
        })
      : null

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy || !isReadable) return
    setBusy(true)
    setError(null)
    const barcode = typed.barcode.normalize('NFKC').trim().toUpperCase()
    try {
      setMade(
        seen === null
          ? await call('skus.create', {
              body: {
                id: newId,
                sku: typed.sku.normalize('NFKC').trim().toUpperCase(),
                ...(barcode !== '' && { barcode }),
                ...body,
              },
            })
          : await call('skus.update', {
              params: { id: seen.id },
              body: { version: seen.version, ...(barcode !== seen.barcode && { barcode }), ...body },
            }),
      )
    } catch (failure) {
      setError(await form.problemOf(failure))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void save(event)} noValidate>
      {sku === null && (
        <Field label={text.fields['sku']} need="required" helper={text.skuHelper}>
          <TextInput {...input('sku')} autoComplete="off" maxLength={32} />
        </Field>
      )}
      <Field
        label={text.fields['name']}
        need="required"
        error={claim === null ? undefined : text.silverClaims[claim]}
      >
        <TextInput {...input('name')} maxLength={40} />
      </Field>
      <Field label={text.fields['barcode']} {...(sku === null && { helper: text.barcodeHelper })}>
        <TextInput {...input('barcode')} autoComplete="off" maxLength={32} />
      </Field>
      <div className={styles.pair}>
        <Field label={text.fields['category']}>
          <Select
            size="s"
            value={typed.category}
            onChange={(event) => set({ category: event.target.value as SkuCategory })}
          >
            {skuCategories.map((each) => (
              <option key={each} value={each}>
                {text.categories[each]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={text.fields['picture']}>
          <Select
            size="s"
            value={typed.picture}
            onChange={(event) => set({ picture: event.target.value as Sku['picture'] })}
          >
            {skuPictures.map((each) => (
              <option key={each} value={each}>
                {text.pictures[each]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Segmented
        label={text.fields['pricing'] ?? ''}
        options={(['fixed', 'weight'] as const).map((value) => ({ value, label: text.pricings[value] }))}
        value={typed.pricing}
        onChange={(pricing) => set({ pricing })}
      />
      {typed.pricing === 'fixed' && (
        <Field label={text.fields['price']} need="required" error={errorOf('price')}>
          <TextInput {...input('price')} inputMode="numeric" trailing={yen} />
        </Field>
      )}
      <div className={styles.pair}>
        <Field label={text.fields['fineness']}>
          <Select
            size="s"
            value={typed.fineness ?? ''}
            onChange={(event) =>
              set({ fineness: event.target.value === '' ? null : Number(event.target.value) })
            }
          >
            <option value="">{text.none}</option>
            {silverFinenesses.map((each) => (
              <option key={each} value={each}>
                SV{each}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={text.fields['weight_mg']} error={errorOf('grams')}>
          <TextInput {...input('grams')} inputMode="decimal" trailing="g" />
        </Field>
      </div>
      {typed.pricing === 'weight' && (
        <>
          <p className={styles.note}>{text.priceFollows}</p>
          <Field
            label={text.fields['coefficient_bp']}
            error={errorOf('times')}
            helper={text.coefficientHelper}
          >
            <TextInput {...input('times')} inputMode="decimal" trailing={text.timesUnit} />
          </Field>
          <div className={styles.pair}>
            <Field label={text.fields['labor_fee']} error={errorOf('labor')}>
              <TextInput {...input('labor')} inputMode="numeric" trailing={yen} />
            </Field>
            <Field label={text.fields['stone_fee']} error={errorOf('stone')}>
              <TextInput {...input('stone')} inputMode="numeric" trailing={yen} />
            </Field>
          </div>
          <Switch checked={typed.weighed} onChange={() => set({ weighed: !typed.weighed })}>
            {text.fields['weighed']}
          </Switch>
          <p className={styles.note}>{text.weighedHelper}</p>
          {preview !== null && rate !== null && (
            <p className={styles.preview} aria-live="polite">
              {text.priceNow(preview, rate)}
            </p>
          )}
        </>
      )}
      <div className={styles.pair}>
        <Field label={text.fields['tax_rate_bp']}>
          <Select
            size="s"
            value={typed.tax_rate}
            onChange={(event) => set({ tax_rate: Number(event.target.value) })}
          >
            {skuTaxRates.map((each) => (
              <option key={each} value={each}>
                {text.percent(each)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={text.fields['size']}>
          <TextInput {...input('size')} maxLength={20} />
        </Field>
      </div>
      <Field label={text.fields['not_returnable']}>
        <Select
          size="s"
          value={typed.not_returnable ?? ''}
          onChange={(event) =>
            set({ not_returnable: event.target.value === '' ? null : (event.target.value as NotReturnable) })
          }
        >
          <option value="">{text.returnable}</option>
          {notReturnableReasons.map((each) => (
            <option key={each} value={each}>
              {notReturnable[each]}
            </option>
          ))}
        </Select>
      </Field>
      <Switch checked={typed.stocked} onChange={() => set({ stocked: !typed.stocked })}>
        {text.fields['stocked']}
      </Switch>
      <Field label={text.fields['quick_order']} error={errorOf('quick')} helper={text.quickHelper}>
        <TextInput {...input('quick')} inputMode="numeric" />
      </Field>
      {error !== null && <InfoStrip role="alert" icon={iconWarn} tone="bad" title={error} />}
      <Unsaved when={form.isTouched && made === null} within="id" />
      <div className={panes.buttons}>
        <Button type="button" variant="secondary" onClick={onCancel}>
          {text.cancel}
        </Button>
        <Button
          type="submit"
          busy={isBusy}
          disabled={
            typed.name.trim() === '' ||
            claim !== null ||
            !isReadable ||
            !hasPrice ||
            (sku === null && typed.sku.trim() === '')
          }
        >
          {text.save}
        </Button>
      </div>
    </form>
  )
}
