import { staffCalls } from '@shirogane/contract/staff-calls'
import { addCalls, setWitness } from '../../lib/api.ts'
import { keepMovements } from './journal.ts'

// Before any page of staff asks for anything: both the frame and the list of these pages begin with this file.
addCalls(staffCalls)
setWitness(keepMovements)
