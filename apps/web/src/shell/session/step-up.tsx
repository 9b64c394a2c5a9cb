import type { StepUpPurpose } from '@shirogane/contract/terms/step-up'
import { Suspense, useState } from 'react'
import type { ReactNode } from 'react'
import { ApiError } from '../api/api.ts'
import { lazyPart } from '../navigation/chunks.ts'
import type { ProofSubject } from './proof-subject.ts'

const StepUpSheet = lazyPart(() => import('./StepUpSheet.tsx'), 'StepUpSheet')

type Asking = { purpose: StepUpPurpose; subject: ProofSubject | null; answer: (proven: boolean) => void }

export type StepUp = {
  /**
   * Does the act, and where the server first wants to know who is there, asks and does it again. Null when the person
   * thought better of it.
   */
  withStepUp<T>(
    purpose: StepUpPurpose,
    act: () => Promise<T>,
    subject?: ProofSubject,
  ): Promise<{ value: T } | null>
  /** The person is being asked: what else stands over the page makes room. */
  isAsking: boolean
  /** Stands anywhere in the screen. */
  stepUpSheet: ReactNode
}

export function useStepUp(): StepUp {
  const [asking, setAsking] = useState<Asking | null>(null)

  async function withStepUp<T>(
    purpose: StepUpPurpose,
    act: () => Promise<T>,
    subject: ProofSubject | null = null,
  ): Promise<{ value: T } | null> {
    try {
      return { value: await act() }
    } catch (error) {
      // A register that was left open has a lock of its own over everything.
      if (!(error instanceof ApiError) || error.code !== 'STEP_UP_REQUIRED' || error.fields['staff_pin'])
        throw error
    }
    const isProven = await new Promise<boolean>((answer) => setAsking({ purpose, subject, answer }))
    setAsking(null)
    return isProven ? { value: await act() } : null
  }

  return {
    withStepUp,
    isAsking: asking !== null,
    stepUpSheet: (
      <Suspense>
        {asking !== null && (
          <StepUpSheet
            purpose={asking.purpose}
            subject={asking.subject}
            onProven={() => asking.answer(true)}
            onClose={() => asking.answer(false)}
          />
        )}
      </Suspense>
    ),
  }
}
