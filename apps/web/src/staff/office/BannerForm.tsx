import type { AdminBanner, BannerBody } from '@shirogane/contract/resources/brand/office'
import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Button, buttonClass } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { Select } from '@shirogane/ui/inputs/Select'
import { TextArea } from '@shirogane/ui/inputs/TextArea'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../shell/api/api.ts'
import { BannerFace } from '../../shared/banners/BannerFace.tsx'
import { refetch } from '../../shell/queries/queries.ts'
import { Unsaved } from '../../shell/navigation/Unsaved.tsx'
import { Pane } from '../shared/lists/Panes.tsx'
import { useEdited } from '../shared/forms/use-edited.ts'
import { allBannersQuery } from './queries.ts'
import { text } from './text.ts'
import panes from '../shared/lists/panes.module.css'
import styles from './office.module.css'

const tokyoMs = 9 * 3_600_000
/** An instant as the field for date and time writes it, in Japan. */
const toField = (instant: string): string =>
  new Date(Date.parse(instant) + tokyoMs).toISOString().slice(0, 16)
const fromField = (typed: string): string => new Date(`${typed}:00+09:00`).toISOString()

const pictures = Object.keys(text.pictures) as (keyof typeof text.pictures)[]
const fresh = (): BannerBody => ({
  period: '',
  title: '',
  note: '',
  body: '',
  picture: 'cup',
  image: null,
  alt: '',
  link: null,
  campaign_id: null,
  published_from: new Date().toISOString(),
  published_until: null,
})

function bodyOf({ id: _, state: __, ...body }: AdminBanner): BannerBody {
  return body
}

/** A banner's words, picture and period, beside what a phone will show of them. */
export function BannerForm({
  banner,
  onClose,
  onSaved,
}: {
  banner: AdminBanner | null
  onClose: () => void
  onSaved: (id: string) => void
}) {
  const toast = useToast()
  const client = useQueryClient()
  const [begun] = useState(fresh)
  const form = useEdited<AdminBanner | null, BannerBody>(
    banner,
    (seen) => (seen === null ? begun : bodyOf(seen)),
    async () => {
      const all = await client.fetchQuery({ ...allBannersQuery(), staleTime: 0 })
      return all.items.find(({ id }) => id === banner?.id)
    },
  )
  const { seen, typed: body } = form
  const [end, setEnd] = useState<{ savedAs: string | null } | null>(null)
  const leave = useEffectEvent((savedAs: string | null) => {
    if (savedAs === null) onClose()
    else onSaved(savedAs)
  })
  // By then nothing asks any more whether what was typed may go.
  useEffect(() => {
    if (end !== null) leave(end.savedAs)
  }, [end])
  const [error, setError] = useState<string | null>(null)
  const [isUploading, setUploading] = useState(false)
  const [asksToRemove, setAsksToRemove] = useState(false)
  const set = <Key extends keyof BannerBody>(key: Key, value: BannerBody[Key]) => form.set({ [key]: value })
  const done = (message: string) => {
    refetch('admin.allBanners', 'admin.banners')
    toast({ message, kind: 'ok' })
  }
  const attempt = async (run: () => Promise<void>) => {
    setError(null)
    try {
      await run()
    } catch (failure) {
      setError(await form.problemOf(failure))
    }
  }
  const upload = async (file: File | undefined) => {
    if (!file) return
    setUploading(true)
    await attempt(async () => set('image', (await call('files.banner', { file })).image_url))
    setUploading(false)
  }
  const save = () =>
    attempt(async () => {
      const saved =
        seen === null
          ? await call('admin.createBanner', { body })
          : await call('admin.updateBanner', {
              params: { id: seen.id },
              body: { ...body, before: bodyOf(seen) },
            })
      form.saved(saved)
      done(text.bannerSaved)
      setEnd({ savedAs: saved.id })
    })
  const fields = text.bannerFields
  return (
    <Pane label={banner?.title ?? text.addBanner} onClose={onClose}>
      <h3 className={panes.detailHead}>{banner === null ? text.addBanner : text.edit}</h3>
      <section className={styles.phone} aria-label={text.preview}>
        <h4 className={styles.heading}>{text.preview}</h4>
        <div className={styles.phoneFace}>
          <BannerFace banner={body} />
        </div>
      </section>
      <form
        className={panes.form}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <Field label={fields.title} need="required">
          <TextArea
            rows={2}
            value={body.title}
            maxLength={40}
            onChange={(event) => set('title', event.target.value)}
          />
        </Field>
        <div className={styles.pair}>
          <Field label={fields.period}>
            <TextInput
              value={body.period}
              maxLength={30}
              onChange={(event) => set('period', event.target.value)}
            />
          </Field>
          <Field label={fields.picture}>
            <Select
              value={body.picture}
              onChange={(event) => set('picture', event.target.value as BannerBody['picture'])}
            >
              {pictures.map((value) => (
                <option key={value} value={value}>
                  {text.pictures[value]}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <Field label={fields.note}>
          <TextInput value={body.note} maxLength={40} onChange={(event) => set('note', event.target.value)} />
        </Field>
        <Field label={fields.image} helper={text.imageHelp} group>
          <div className={panes.filters}>
            <label className={`${buttonClass({ variant: 'secondary', size: 's' })} ${styles.file}`}>
              {isUploading ? text.uploading : text.chooseImage}
              <input
                type="file"
                accept="image/jpeg,image/png,image/webp"
                disabled={isUploading}
                onChange={(event) => {
                  void upload(event.target.files?.[0])
                  event.target.value = ''
                }}
              />
            </label>
            {body.image !== null && (
              <Button size="s" variant="quiet" onClick={() => set('image', null)}>
                {text.dropImage}
              </Button>
            )}
          </div>
        </Field>
        <Field label={fields.alt} need="required" helper={text.altHelp}>
          <TextInput value={body.alt} maxLength={80} onChange={(event) => set('alt', event.target.value)} />
        </Field>
        <Field label={fields.link} helper={text.linkHelp}>
          <TextInput
            value={body.link ?? ''}
            maxLength={300}
            onChange={(event) =>
              set('link', event.target.value.trim() === '' ? null : event.target.value.trim())
            }
          />
        </Field>
        <Field label={fields.body}>
          <TextArea
            rows={3}
            value={body.body}
            maxLength={400}
            onChange={(event) => set('body', event.target.value)}
          />
        </Field>
        <Field label={fields.from} need="required">
          <TextInput
            type="datetime-local"
            value={toField(body.published_from)}
            onChange={(event) => event.target.value && set('published_from', fromField(event.target.value))}
          />
        </Field>
        <Field label={fields.until} helper={text.untilHelp}>
          <TextInput
            type="datetime-local"
            value={body.published_until === null ? '' : toField(body.published_until)}
            onChange={(event) =>
              set('published_until', event.target.value === '' ? null : fromField(event.target.value))
            }
          />
        </Field>
        {error !== null && <InfoStrip role="alert" icon={iconWarn} tone="bad" title={error} />}
        <Unsaved when={form.isTouched} within="id" />
        <Button
          block
          type="submit"
          disabled={body.title.trim() === '' || body.alt.trim() === '' || isUploading}
        >
          {text.saveBanner}
        </Button>
        {banner !== null && (
          <Button block variant="danger" onClick={() => setAsksToRemove(true)}>
            {text.removeBanner}
          </Button>
        )}
      </form>
      {banner !== null && (
        <AlertDialog
          isOpen={asksToRemove}
          title={text.removeTitle}
          confirmLabel={text.removeBanner}
          cancelLabel={text.cancel}
          destructive
          onCancel={() => setAsksToRemove(false)}
          onConfirm={() =>
            attempt(async () => {
              await call('admin.removeBanner', { params: { id: banner.id } })
              done(text.bannerRemoved)
              form.saved(banner)
              setEnd({ savedAs: null })
            })
          }
        >
          {text.removeBannerNote}
        </AlertDialog>
      )}
    </Pane>
  )
}
