import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'
import type { HashReply, HashTask } from './passwords.ts'

/**
 * Far enough behind that payments hardly notice a storm of logins, and not so far that logins fail while the shops are
 * busy: at 5 a thread still has a quarter of what an ordinary one has.
 */
const lowerPriority = 5

// Linux gives every thread a priority of its own; elsewhere there is none to give, and work goes on as it is.
try {
  setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), lowerPriority)
} catch {}

parentPort?.on('message', (task: HashTask) => {
  parentPort?.postMessage(answer(task))
})

function answer(task: HashTask): HashReply {
  const secret = Buffer.from(task.pepper)
  try {
    return task.what === 'hash'
      ? { value: hashSync(task.password, { ...task.strength, secret }) }
      : { value: verifySync(task.hash, task.password, { secret }) }
  } catch (error) {
    return { trouble: error instanceof Error ? error.message : 'unknown' }
  }
}
