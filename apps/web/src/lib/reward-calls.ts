import { rewardCalls } from '@shirogane/contract/reward-calls'
import { addCalls } from './api.ts'

/** Imported by the pages that make these calls, none of which stands before home. */
addCalls(rewardCalls)
