import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Button } from '@shirogane/ui/actions/Button'
import { Chip } from '@shirogane/ui/data/Chip'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useState } from 'react'
import { call, messageOf, type Output } from '../../shell/api/api.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { Changes } from '../shared/forms/Changes.tsx'
import { yenSign } from '../shared/cash/money.ts'
import { ArticlePicture } from '../shared/articles/ArticlePicture.tsx'
import { notReturnable } from '../shared/articles/article-text.ts'
import { SkuForm } from './SkuForm.tsx'
import { text } from './text.ts'
import panes from '../shared/lists/panes.module.css'
import styles from './catalogue.module.css'

/** One article, with everything that is on record of it. */
export function SkuDetail({ sku, mayChange }: { sku: Output<'skus.show'>; mayChange: boolean }) {
  const toast = useToast()
  const [isEditing, setEditing] = useState(false)
  const [isEnding, setEnding] = useState(false)

  const finishEdit = () => {
    refetch('skus.show', 'skus.list', 'skus.search')
    setEditing(false)
    toast({ message: text.saved, kind: 'ok' })
  }
  const setActive = async (active: boolean) => {
    setEnding(false)
    try {
      await call('skus.update', { params: { id: sku.id }, body: { version: sku.version, active } })
      finishEdit()
    } catch (error) {
      toast({ message: messageOf(error), kind: 'error', duration: 5_000 })
    }
  }
  if (isEditing) return <SkuForm sku={sku} onDone={finishEdit} onCancel={() => setEditing(false)} />
  const { silver } = sku
  return (
    <>
      <header className={panes.detailHead}>
        <Chip tone={sku.active ? 'ok' : 'warn'}>{text.states[sku.active ? 'active' : 'ended']}</Chip>
        <span className="figures">{sku.sku}</span>
      </header>
      <div className={styles.face}>
        <ArticlePicture picture={sku.picture} photo={sku.photo?.tile ?? null} size={64} />
        <h3 className={panes.name}>{sku.name}</h3>
      </div>
      <dl className={panes.facts}>
        <dt>{text.fields['price']}</dt>
        <dd className="figures">{yenSign(sku.price)}</dd>
        <dt>{text.fields['pricing']}</dt>
        <dd>{text.pricings[silver === null ? 'fixed' : 'weight']}</dd>
        {silver !== null && (
          <>
            <dt>{text.fields['coefficient_bp']}</dt>
            <dd>{text.times(silver.coefficient_bp)}</dd>
            <dt>{text.fields['labor_fee']}</dt>
            <dd className="figures">{yenSign(silver.labor_fee)}</dd>
            <dt>{text.fields['stone_fee']}</dt>
            <dd className="figures">{yenSign(silver.stone_fee)}</dd>
            <dt>{text.fields['weighed']}</dt>
            <dd>{silver.weighed ? text.yes : text.no}</dd>
          </>
        )}
        <dt>{text.fields['barcode']}</dt>
        <dd className="figures">{sku.barcode}</dd>
        <dt>{text.fields['category']}</dt>
        <dd>{text.categories[sku.category]}</dd>
        <dt>{text.fields['tax_rate_bp']}</dt>
        <dd>{text.percent(sku.tax_rate)}</dd>
        <dt>{text.fields['not_returnable']}</dt>
        <dd>{sku.not_returnable === null ? text.returnable : notReturnable[sku.not_returnable]}</dd>
        <dt>{text.fields['stocked']}</dt>
        <dd>{sku.stocked ? text.yes : text.no}</dd>
        <dt>{text.fields['fineness']}</dt>
        <dd>{sku.fineness === null ? text.none : `SV${sku.fineness}`}</dd>
        <dt>{text.fields['weight_mg']}</dt>
        <dd>{sku.weight_mg === null ? text.none : text.grams(sku.weight_mg)}</dd>
        <dt>{text.fields['size']}</dt>
        <dd>{sku.size ?? text.none}</dd>
        <dt>{text.fields['quick_order']}</dt>
        <dd>{sku.quick_order ?? text.none}</dd>
      </dl>
      {mayChange && (
        <div className={panes.buttons}>
          <Button variant="secondary" onClick={() => (sku.active ? setEnding(true) : void setActive(true))}>
            {sku.active ? text.end : text.restart}
          </Button>
          <Button onClick={() => setEditing(true)}>{text.edit}</Button>
        </div>
      )}
      <Changes changes={sku.changes} names={text.fields} acts={text.acts} />
      <AlertDialog
        isOpen={isEnding}
        title={text.endQuestion}
        confirmLabel={text.end}
        destructive
        onConfirm={() => void setActive(false)}
        onCancel={() => setEnding(false)}
      >
        {text.endNote}
      </AlertDialog>
    </>
  )
}
