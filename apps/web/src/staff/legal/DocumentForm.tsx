import { sentenceOf } from '@shirogane/contract/wire/errors'
import type { LegalSheet } from '@shirogane/contract/resources/brand/legal-office'
import { AlertDialog } from '@shirogane/ui/overlays/AlertDialog'
import { Button } from '@shirogane/ui/actions/Button'
import { Field } from '@shirogane/ui/inputs/form/Field'
import { iconWarn } from '@shirogane/ui/icons/icons'
import { InfoStrip } from '@shirogane/ui/states/InfoStrip'
import { Switch } from '@shirogane/ui/inputs/Switch'
import { TextArea } from '@shirogane/ui/inputs/TextArea'
import { TextInput } from '@shirogane/ui/inputs/form/TextInput'
import { useToast } from '@shirogane/ui/overlays/use-toast'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../shell/api/api.ts'
import { useAct } from '../../shell/api/use-act.ts'
import { longDate } from '../../shared/dates/dates.ts'
import { refetch } from '../../shell/queries/queries.ts'
import { type Draft, documentOf, earliestOf, isProposed, proposalOf, rebaseDraft } from './draft.ts'
import { Preview } from './Preview.tsx'
import { legalTextQuery } from './queries.ts'
import { text } from './text.ts'
import panes from '../shared/lists/panes.module.css'
import styles from './legal.module.css'

type Props = { sheet: LegalSheet; draft: Draft; onDraft: (draft: Draft | null) => void }

/** A new version in plain lines, with what customers would see of it beneath; sending it publishes nothing yet. */
export function DocumentForm({ sheet, draft, onDraft }: Props) {
  const toast = useToast()
  const client = useQueryClient()
  const { send, problem: error } = useAct('admin.proposeText')
  const [asksToDiscard, setAsksToDiscard] = useState(false)
  const set = (changed: Partial<Draft>) => onDraft({ ...draft, ...changed })
  const { proposal, problems } = proposalOf(sheet, draft)
  const dayProblem = problemOfDay(sheet, proposal)
  const isVersion = /^\d{1,3}\.\d{1,3}$/.test(proposal.version)
  const isBehind = draft.follows !== (sheet.newest?.version ?? null)
  const isReady =
    !isBehind &&
    problems.length === 0 &&
    dayProblem === null &&
    isVersion &&
    proposal.title !== '' &&
    proposal.changes !== '' &&
    proposal.sections.length > 0

  const ask = async () => {
    const body = { ...proposal, follows: draft.follows }
    const outcome = await send({
      wish: body,
      send: () => call('admin.proposeText', { params: { slug: sheet.slug }, body }),
      // After any failure, a version that waits and says the very same is this one.
      isSpent: () => true,
      findsAtOnce: true,
      async find() {
        const now = await client.fetchQuery({ ...legalTextQuery(sheet.slug), staleTime: 0 }).catch(() => null)
        return now !== null && isProposed(now, proposal)
      },
    })
    if (outcome.is === 'done') {
      client.setQueryData(legalTextQuery(sheet.slug).queryKey, outcome.answer)
      refetch('admin.legalTexts')
      toast({ message: text.asked, kind: 'ok' })
    }
    if (outcome.is === 'done' || outcome.is === 'found') onDraft(null)
  }
  return (
    <form
      className={panes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void ask()
      }}
    >
      <Field label={text.fields.title} need="required">
        <TextInput
          value={draft.title}
          maxLength={40}
          onChange={(event) => set({ title: event.target.value })}
        />
      </Field>
      <Switch checked={draft.is_material} onChange={(event) => set({ is_material: event.target.checked })}>
        {text.fields.material}
      </Switch>
      {sheet.slug === 'tos' && <p className={styles.note}>{text.help.material}</p>}
      <Field
        label={text.fields.version}
        helper={text.help.version}
        error={isVersion ? null : text.versionInvalid}
      >
        <TextInput
          value={draft.version ?? proposal.version}
          inputMode="decimal"
          maxLength={7}
          onChange={(event) => set({ version: event.target.value })}
        />
      </Field>
      <Field
        label={text.fields.effective_on}
        helper={text.help.effective_on(longDate(earliestOf(sheet, draft.is_material)))}
        error={dayProblem}
      >
        <TextInput
          type="date"
          value={proposal.effective_on}
          min={earliestOf(sheet, draft.is_material)}
          max={sheet.latest}
          onChange={(event) => set({ effective_on: event.target.value })}
        />
      </Field>
      <Field label={text.fields.changes} need="required" helper={text.help.changes}>
        <TextArea
          rows={3}
          value={draft.changes}
          maxLength={400}
          onChange={(event) => set({ changes: event.target.value })}
        />
      </Field>
      <Field label={text.fields.summary} helper={text.help.summary}>
        <TextArea rows={4} value={draft.summary} onChange={(event) => set({ summary: event.target.value })} />
      </Field>
      <Signs />
      <Field
        label={text.fields.body}
        need="required"
        error={problems.length > 0 && <Problems problems={problems} />}
      >
        <TextArea rows={18} value={draft.body} onChange={(event) => set({ body: event.target.value })} />
      </Field>
      <Preview document={documentOf(sheet.slug, proposal)} />
      {error !== null && <InfoStrip role="alert" icon={iconWarn} tone="bad" title={error} />}
      {isBehind && (
        <>
          <InfoStrip role="alert" icon={iconWarn} tone="warn" title={text.behind} />
          <Button block variant="secondary" onClick={() => onDraft(rebaseDraft(sheet, draft))}>
            {text.goOn}
          </Button>
        </>
      )}
      <Button block type="submit" disabled={!isReady}>
        {text.ask}
      </Button>
      <p className={styles.note}>{text.takesTwo}</p>
      <Button block variant="quiet" onClick={() => setAsksToDiscard(true)}>
        {text.discard}
      </Button>
      <AlertDialog
        isOpen={asksToDiscard}
        title={text.discardTitle}
        confirmLabel={text.discard}
        cancelLabel={text.cancel}
        destructive
        onCancel={() => setAsksToDiscard(false)}
        onConfirm={() => onDraft(null)}
      >
        {text.discardBody}
      </AlertDialog>
    </form>
  )
}

function problemOfDay(
  sheet: LegalSheet,
  { is_material, effective_on }: { is_material: boolean; effective_on: string },
): string | null {
  if (effective_on === '') return text.dateInvalid
  if (effective_on < sheet.earliest) return sentenceOf('LEGAL_DATE')
  if (effective_on > sheet.latest) return sentenceOf('LEGAL_TOO_LATE')
  return effective_on < earliestOf(sheet, is_material) ? sentenceOf('LEGAL_TOO_SOON') : null
}

/** The first few of them: one slip often makes many. */
function Problems({ problems }: { problems: readonly string[] }) {
  return (
    <>
      {problems.slice(0, 5).map((problem) => (
        <span key={problem} className={styles.problem}>
          {problem}
        </span>
      ))}
    </>
  )
}

function Signs() {
  return (
    <details className={styles.signs}>
      <summary>{text.signs}</summary>
      <dl className={panes.facts}>
        {text.signsOf.map(([sign, meaning]) => (
          <div key={sign} className={styles.compared}>
            <dt>{sign}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
