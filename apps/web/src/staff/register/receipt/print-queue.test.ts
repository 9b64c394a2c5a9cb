import { WritableStream } from 'node:stream/web'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

/** A printer on a bus that its cable may leave at any byte, and that keeps what came out of it. */
class Printer extends EventTarget {
  readonly printed: string[] = []
  isThere = true
  /** So many transfers succeed before the cable comes loose. */
  transfersLeft = Infinity
  answer: 'ok' | 'stall' = 'ok'
  #bytes: number[] = []
  readonly configuration = {
    interfaces: [
      {
        interfaceNumber: 0,
        alternate: { interfaceClass: 7, endpoints: [{ endpointNumber: 1, direction: 'out' }] },
      },
    ],
  }
  getDevices = async () => (this.isThere ? [this] : [])
  open = async () => {}
  claimInterface = async () => {}
  close = async () => {
    this.printed.push(new TextDecoder().decode(new Uint8Array(this.#bytes)).replaceAll('\0', ''))
    this.#bytes = []
  }
  transferOut = async (_: number, bytes: Uint8Array) => {
    if (this.transfersLeft === 0) {
      this.isThere = false
      throw new DOMException('The device was disconnected.', 'NetworkError')
    }
    this.transfersLeft -= 1
    this.#bytes.push(...bytes)
    return { status: this.answer }
  }
  plugIn(): void {
    this.isThere = true
    this.transfersLeft = Infinity
    this.dispatchEvent(new Event('connect'))
  }
}

let printer: Printer
/** What the server knows of each movement, drawn again. */
const bytesAgain = vi.fn(async (of: string) => new TextEncoder().encode(of.repeat(10_000)))
beforeEach(() => {
  vi.resetModules()
  vi.doMock('./paper-bytes.ts', () => ({ bytesAgain }))
  localStorage.clear()
  printer = new Printer()
  Object.defineProperty(navigator, 'usb', { value: printer, configurable: true })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'usb')
  Reflect.deleteProperty(navigator, 'locks')
  vi.useRealTimers()
  vi.clearAllMocks()
})

const paper = (of: string, mark: string | null = null) => ({
  of,
  mark,
  bytes: new TextEncoder().encode(of.repeat(10_000)),
})
const whole = (...names: string[]) => names.map((name) => name.repeat(10_000))

test('a paper during which the cable comes loose is kept, and printed once and whole when it is back', async () => {
  const { printPaper, printWaiting } = await import('./print-queue.ts')
  printer.transfersLeft = 1
  expect(await printPaper('usb', paper('a'))).toBe(false)
  expect(printer.printed).toEqual(['a'.repeat(8_192)])
  printer.printed.length = 0
  printer.plugIn()
  expect(await printWaiting('usb')).toBe(true)
  expect(printer.printed).toEqual(whole('a'))
})

test('those asked for meanwhile stay behind it in their order', async () => {
  const { printPaper, printWaiting } = await import('./print-queue.ts')
  printer.transfersLeft = 1
  const asked = [printPaper('usb', paper('a')), printPaper('usb', paper('b')), printPaper('usb', paper('c'))]
  expect(await Promise.all(asked)).toEqual([false, false, false])
  printer.printed.length = 0
  printer.plugIn()
  expect(await printPaper('usb', paper('d'))).toBe(true)
  expect(printer.printed).toEqual(whole('a', 'b', 'c', 'd'))
  await printWaiting('usb')
  expect(printer.printed).toHaveLength(4)
})

test('what a printer refuses has not been printed', async () => {
  const { printPaper, printWaiting } = await import('./print-queue.ts')
  printer.answer = 'stall'
  expect(await printPaper('usb', paper('a'))).toBe(false)
  printer.answer = 'ok'
  expect(await printWaiting('usb')).toBe(true)
})

test('a paper that is taken out for another printer keeps its mark and does not come out here as well', async () => {
  const { printPaper, printWaiting, takeBack } = await import('./print-queue.ts')
  printer.transfersLeft = 0
  await printPaper('usb', paper('a', '再発行（1回目）'))
  expect(await takeBack('a')).toMatchObject({ mark: '再発行（1回目）' })
  expect(await takeBack('a')).toBeNull()
  printer.printed.length = 0
  printer.plugIn()
  await printWaiting('usb')
  expect(printer.printed).toEqual([])
})

describe('a page that is loaded anew', () => {
  const documentsNow = async () => {
    const queue = await import('./print-queue.ts')
    const { renderHook } = await import('@testing-library/react')
    const { result, unmount } = renderHook(() => queue.useWaitingDocuments())
    const { documents, isStuck } = result.current
    unmount()
    return { documents: documents.map(({ of, mark, isUnsure }) => ({ of, mark, isUnsure })), isStuck }
  }
  const reload = async () => {
    vi.resetModules()
    const queue = await import('./print-queue.ts')
    await queue.bringBack()
    return queue
  }

  test('offers what did not come out, with its mark, and prints it once', async () => {
    localStorage.setItem('shirogane.printer', 'usb')
    const { printPaper } = await import('./print-queue.ts')
    printer.transfersLeft = 0
    await printPaper('usb', paper('a', '再発行（1回目）'))
    await printPaper('usb', paper('b'))
    const { printWaiting } = await reload()
    expect(await documentsNow()).toEqual({
      documents: [
        { of: 'a', mark: '再発行（1回目）', isUnsure: false },
        { of: 'b', mark: null, isUnsure: false },
      ],
      isStuck: true,
    })
    printer.printed.length = 0
    printer.isThere = true
    printer.transfersLeft = Infinity
    expect(await printWaiting('usb')).toBe(true)
    expect(printer.printed).toEqual(whole('a', 'b'))
    expect(bytesAgain.mock.calls.map(([of, mark]: unknown[]) => [of, mark])).toEqual([
      ['a', '再発行（1回目）'],
      ['b', null],
    ])
    await (await reload()).printWaiting('usb')
    expect(printer.printed).toHaveLength(2)
    expect(localStorage.getItem('shirogane.papers')).toBeNull()
  })

  test('keeps of a paper its movement and its mark, and nothing that stands on it', async () => {
    const { printPaper } = await import('./print-queue.ts')
    printer.transfersLeft = 0
    await printPaper('usb', paper('a'))
    const [kept] = JSON.parse(localStorage.getItem('shirogane.papers') ?? '') as object[]
    expect(Object.keys(kept ?? {}).toSorted()).toEqual(['id', 'mark', 'of', 'page', 'state'])
  })

  test('prints by itself what surely did not come out, and leaves the one that was at the printer to a person', async () => {
    localStorage.setItem('shirogane.printer', 'usb')
    const { printPaper } = await import('./print-queue.ts')
    const { transferOut } = printer
    printer.transferOut = () => new Promise(() => {})
    void printPaper('usb', paper('a'))
    void printPaper('usb', paper('b'))
    await expect.poll(() => localStorage.getItem('shirogane.papers')).toContain('printing')
    printer.transferOut = transferOut
    const { printWaiting } = await reload()
    expect((await documentsNow()).documents).toEqual([
      { of: 'a', mark: null, isUnsure: true },
      { of: 'b', mark: null, isUnsure: false },
    ])
    printer.plugIn()
    await expect.poll(() => printer.printed).toEqual(whole('b'))
    expect((await documentsNow()).documents).toEqual([{ of: 'a', mark: null, isUnsure: true }])
    expect(await printWaiting('usb')).toBe(true)
    expect(printer.printed).toEqual(whole('b', 'a'))
  })

  test('keeps waiting what could not be asked for again', async () => {
    const { printPaper } = await import('./print-queue.ts')
    printer.transfersLeft = 0
    await printPaper('usb', paper('a'))
    printer.isThere = true
    printer.transfersLeft = Infinity
    const { printWaiting } = await reload()
    bytesAgain.mockRejectedValueOnce(new Error('no network'))
    expect(await printWaiting('usb')).toBe(false)
    expect(await printWaiting('usb')).toBe(true)
  })

  test('takes over nothing of a page that is still open', async () => {
    const held = new Set<string>()
    const locks = {
      request: async (name: string, run: () => Promise<unknown>) => {
        held.add(name)
        return run()
      },
      query: async () => ({ held: [...held].map((name) => ({ name })) }),
    }
    Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
    const { printPaper } = await import('./print-queue.ts')
    printer.transfersLeft = 0
    await printPaper('usb', paper('a'))
    await reload()
    expect((await documentsNow()).documents).toEqual([])
    held.clear()
    await reload()
    expect((await documentsNow()).documents).toHaveLength(1)
  })

  test('forgets what nobody wants any more, and remembers it for whoever takes that back', async () => {
    const { printPaper, giveUpWaiting } = await import('./print-queue.ts')
    printer.transfersLeft = 0
    await printPaper('usb', paper('a'))
    const restoreWaiting = giveUpWaiting()
    expect(localStorage.getItem('shirogane.papers')).toBeNull()
    restoreWaiting()
    expect(await documentsNow()).toMatchObject({ documents: [{ of: 'a' }], isStuck: true })
  })
})

test('the drawer does not open by itself once a printer that stood still goes on', async () => {
  vi.useFakeTimers()
  const { sendToPrinter, sendNow } = await import('./printer.ts')
  let goOn = () => {}
  const isStill = new Promise<void>((resolve) => (goOn = resolve))
  const { transferOut } = printer
  printer.transferOut = async (endpoint, bytes) => {
    await isStill
    return transferOut(endpoint, bytes)
  }
  const sent = sendToPrinter('usb', new TextEncoder().encode('paper'))
  const pulse = sendNow('usb', new TextEncoder().encode('pulse'), 2_000)
  const opened = pulse.then(
    () => true,
    () => false,
  )
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await opened).toBe(false)
  goOn()
  await sent
  await sendToPrinter('usb', new TextEncoder().encode('next'))
  expect(printer.printed).toEqual(['paper', 'next'])
})

test('a serial printer that went away in the middle opens again', async () => {
  const { printPaper, printWaiting } = await import('./print-queue.ts')
  const printed: string[] = []
  let isOpen = false
  let breaksAt = 1
  const port = {
    writable: null as WritableStream<Uint8Array> | null,
    async open() {
      if (isOpen) throw new DOMException('The port is already open.', 'InvalidStateError')
      isOpen = true
      let got = ''
      let writes = 0
      this.writable = new WritableStream({
        write(chunk) {
          writes += 1
          if (writes > breaksAt) throw new DOMException('The device has been lost.', 'NetworkError')
          got += new TextDecoder().decode(chunk).replaceAll('\0', '')
        },
        close: () => void printed.push(got),
      })
    },
    async close() {
      if (this.writable?.locked) throw new TypeError('The stream is locked.')
      isOpen = false
    },
  }
  const serial = Object.assign(new EventTarget(), { getPorts: async () => [port] })
  Object.defineProperty(navigator, 'serial', { value: serial, configurable: true })
  expect(await printPaper('serial', paper('a'))).toBe(false)
  breaksAt = Infinity
  serial.dispatchEvent(new Event('connect'))
  expect(await printWaiting('serial')).toBe(true)
  expect(printed).toEqual(whole('a'))
  Reflect.deleteProperty(navigator, 'serial')
})
