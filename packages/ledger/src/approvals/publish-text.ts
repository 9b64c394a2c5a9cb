import {
  publishText as decidePublication,
  type PublishFacts,
  type PublishRefusal,
} from '@shirogane/domain/legal/publish-text'
import { decideAndPost, type Held, type Rows } from '../act.ts'

/** A proposal, the id that its version gets, and the employee who agrees to it. */
export type PublishRequest = { change_id: string; document_id: string; employee_id: string }

/** The one door for a legal text, in the caller's database transaction. Answers why it does not open, or null. */
export async function publishText(db: Rows, request: PublishRequest): Promise<PublishRefusal | null> {
  const { code } = await decideAndPost(request, {
    hold: (act) =>
      db.rows<{ facts: Held<PublishFacts> }>('select ledger.hold_publish_text($1) as facts', [act]),
    decide: (facts: PublishFacts) => decidePublication(facts, request),
    post: (act, decided) =>
      db.rows<{ code: PublishRefusal | null }>('select ledger.publish_text($1, $2) as code', [act, decided]),
  })
  return code
}
