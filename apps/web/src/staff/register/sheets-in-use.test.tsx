// What a clerk's hands do while a sheet of the register is open: keys that bounce, and codes that are read meanwhile.
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { createRef, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useSheet } from '../../shell/navigation/navigation.tsx'
import { renderScreen } from '../../shared/testing/render-screen.tsx'
import '../shared/calls.ts'
import { AmountSheet } from './tender/AmountSheet.tsx'
import type { KeyListener } from './scan/use-commands.ts'
import { cup, fakeServer } from './machine/fake-server.ts'
import { LineSheet } from './cart/LineSheet.tsx'
import { LineSheets } from './cart/LineSheets.tsx'
import { ReadSheet, type ScanListener } from './scan/ReadSheet.tsx'
import { SearchBox } from './scan/SearchBox.tsx'
import { PaySteps } from './tender/PaySteps.tsx'
import { billOf } from './tender/tenders.ts'
import { totalsOf } from './cart/cart.ts'
import { useConfirmSale } from './complete/use-confirm-sale.ts'
import { useNoneLeft } from './cart/use-none-left.tsx'
import { useRegisterSheets } from './layout/use-register-sheets.ts'
import { useCode } from './scan/use-code.ts'
import { useScale } from './cart/use-scale.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const machine = fakeServer().open()
machine.addSku(cup)
const [line] = machine.state().lines
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('an amount is added once, however often the key bounces', async () => {
  const onAdd = vi.fn()
  function Sheet() {
    const keys = useRef(null)
    const commands = useRef(null)
    return <AmountSheet isOpen onClose={() => {}} onAdd={onAdd} keys={keys} commands={commands} />
  }
  await renderScreen(<Sheet />)
  press('5')
  const form = document.querySelector('form')!
  fireEvent.submit(form)
  fireEvent.submit(form)
  expect(onAdd).toHaveBeenCalledOnce()
})

test('a piece that is scanned while its line is open is kept, and what was changed comes on top', async () => {
  const onChange = vi.fn()
  const sheet = (quantity: number) => (
    <LineSheet
      line={{ ...line!, quantity }}
      off={0}
      onChange={onChange}
      onDiscount={() => {}}
      onWeigh={null}
      onClose={() => {}}
    />
  )
  let scan!: () => void
  let scanned = 1
  function Open() {
    const [, draw] = useState(0)
    scan = () => {
      scanned += 1
      draw(scanned)
    }
    return sheet(scanned)
  }
  await renderScreen(<Open />)
  press('増やす')
  act(() => scan())
  fireEvent.submit(document.querySelector('form')!)
  fireEvent.submit(document.querySelector('form')!)
  expect(onChange.mock.calls).toMatchObject([[{ quantity: 3 }]])
})

test('two articles of which none is left are asked about one after the other', async () => {
  const addSku = vi.fn()
  let noneLeft!: ReturnType<typeof useNoneLeft>
  function Questions() {
    noneLeft = useNoneLeft({ addSku } as never)
    return noneLeft.dialog
  }
  const clock = vi.spyOn(performance, 'now').mockReturnValue(10_000)
  await renderScreen(<Questions />)
  act(() => {
    noneLeft.ask({ name: '一つ目' } as never)
    noneLeft.ask({ name: '二つ目' } as never)
  })
  expect(screen.getByRole('alertdialog').textContent).toContain('一つ目')
  act(() => noneLeft.answer(true))
  expect(screen.getByRole('alertdialog').textContent).toContain('二つ目')
  // The same press once more, of a key that bounces.
  act(() => noneLeft.answer(true))
  expect(noneLeft.isAsking).toBe(true)
  clock.mockReturnValue(performance.now() + 1_000)
  act(() => noneLeft.answer(true))
  expect(addSku.mock.calls).toMatchObject([[{ name: '一つ目' }], [{ name: '二つ目' }]])
  expect(noneLeft.isAsking).toBe(false)
})

test('what is weighed has its turn one after the other, whatever is read meanwhile and however a sheet is left', async () => {
  const counter = fakeServer().open()
  let scale!: ReturnType<typeof useScale>
  let sheet!: ReturnType<typeof useSheet>
  function Scale() {
    sheet = useSheet('weight')
    scale = useScale(counter, useSyncExternalStore(counter.subscribe, counter.state).lines, false)
    return null
  }
  const view = await renderScreen(<Scale />)
  const isUp = (name: string | null) =>
    waitFor(
      () => {
        expect(scale.weighing?.sku?.name ?? null).toBe(name)
        expect(view.address()).toBe(name === null ? '/screen' : '/screen?sheet=weight')
      },
      { timeout: 30_000 },
    )
  // Read under one drawing of the screen, so that neither knows of the other.
  const { openWeight } = scale
  act(() => {
    for (const name of ['一つ目', '二つ目', '三つ目']) openWeight({ sku: { name } as never, key: null })
  })
  await isUp('一つ目')
  act(() => scale.offScale())
  await isUp('二つ目')
  // Left with a step back.
  act(() => sheet.close())
  await isUp('三つ目')
  act(() => scale.offScale())
  await isUp(null)
  // A line that is gone is not weighed anew.
  act(() => scale.openWeight({ sku: null, key: 'gone' }))
  await isUp(null)
  expect(counter.state().looking).toEqual([])
})

test('what waits for the scale keeps its sale from ending without it, and never comes into the next', async () => {
  const counter = fakeServer().open()
  counter.addSku(cup)
  let scale!: ReturnType<typeof useScale>
  function Scale() {
    scale = useScale(counter, useSyncExternalStore(counter.subscribe, counter.state).lines, false)
    return null
  }
  // Another sheet is open: the scale has its turn when that is closed.
  await renderScreen(<Scale />, '/screen?sheet=held')
  act(() => scale.openWeight({ sku: { name: 'チェーン' } as never, key: null }))
  expect(counter.hold('青い傘')).toBe(false)
  act(() => counter.clear())
  await waitFor(() => expect(scale.weighing).toBeNull())
})

test('whatever asks something over the confirmation is answered before anything is paid', async () => {
  const counter = fakeServer().open()
  counter.addSku(cup)
  counter.enter('cash', 20_000)
  let sheets!: ReturnType<typeof useRegisterSheets>
  function Layout() {
    sheets = useRegisterSheets(counter, useSyncExternalStore(counter.subscribe, counter.state))
    return sheets.noneLeft.dialog
  }
  await renderScreen(<Layout />, '/screen?sheet=confirm')
  expect(sheets.isConfirmOnTop).toBe(true)
  act(() => sheets.noneLeft.ask(cup))
  expect([sheets.isConfirmShown, sheets.isConfirmOnTop]).toEqual([true, false])
  act(() => sheets.noneLeft.answer(false))
  expect(sheets.isConfirmOnTop).toBe(true)
})

test('no figure of a code is lost between the register, the sheet and its field', async () => {
  const keys: KeyListener = createRef()
  const typed = { current: '' }
  const scans = { current: null }
  let show!: () => void
  let hasKeys: boolean | null = null
  function Reading() {
    const [isOpen, setOpen] = useState(false)
    show = () => setOpen(true)
    useLayoutEffect(() => {
      if (isOpen) hasKeys = keys.current !== null
    }, [isOpen])
    const nothing = () => {}
    return (
      <ReadSheet
        isOpen={isOpen}
        withCamera={false}
        onCamera={nothing}
        onClose={nothing}
        keys={keys}
        scans={scans}
        typed={typed}
        take={async () => null}
      />
    )
  }
  await renderScreen(<Reading />)
  typed.current = '1234567890'
  act(() => show())
  // From the drawing on that the register hears no key any more.
  expect(hasKeys).toBe(true)
  const field = screen.getByLabelText<HTMLInputElement>('コードの番号')
  expect(field.value).toBe('1234567890')
  act(() => {
    // One that was pressed on the page comes late; the next falls into the field before the sheet is drawn anew.
    keys.current?.('1')
    fireEvent.change(field, { target: { value: `${field.value}2` } })
  })
  expect(field.value).toBe('123456789012')
})

test('an article that turns out to be none is told of beside what was said of a member meanwhile', async () => {
  const server = fakeServer()
  const counter = server.open()
  let answer!: (response: Response) => void
  vi.stubGlobal('fetch', () => new Promise((resolve) => (answer = resolve)))
  let code!: ReturnType<typeof useCode>
  function Layout() {
    const nothing = () => {}
    code = useCode(counter, nothing, nothing, nothing)
    return null
  }
  await renderScreen(<Layout />)
  const read = code.take('2000000000015')
  server.control.refuse = 'QR_EXPIRED'
  counter.scan('SG1CODE')
  await waitFor(() => expect(counter.state().notice).toMatchObject({ code: 'QR_EXPIRED' }))
  await waitFor(() => expect(answer).toBeDefined())
  await act(async () => {
    answer(Response.json({ items: [], total: 0, page: 1, limit: 20, next_page: null }))
    await read
  })
  await screen.findByText('読み取れないコードです', { selector: '[data-toast] *' })
  expect(counter.state()).toMatchObject({ looking: [], notice: { code: 'QR_EXPIRED' } })
})

/** The confirmation of the sale of this register, and what stands before it. */
async function looking(counter: ReturnType<ReturnType<typeof fakeServer>['open']>, ceiling: number | null) {
  function Layout() {
    const state = useSyncExternalStore(counter.subscribe, counter.state)
    const sheet = useSheet('confirm')
    const isOpen = useConfirmSale(state, sheet)
    return (
      <PaySteps
        machine={counter}
        state={state}
        bill={billOf(totalsOf(state).total, state.entered)}
        ceiling={ceiling}
        isOpen={isOpen}
        cutOff={null}
        isSigning={false}
        isWithoutPhone={false}
        onConfirm={() => {}}
        onClose={sheet.close}
        onSigned={() => {}}
        commands={createRef()}
      />
    )
  }
  const view = await renderScreen(<Layout />)
  const isAt = (address: string) => waitFor(() => expect(view.address()).toBe(address), { timeout: 30_000 })
  const open = async () => {
    await act(async () => view.go('/screen?sheet=confirm', { state: { opened: true } }))
    await isAt('/screen?sheet=confirm')
  }
  return { ...view, isAt, open }
}

test('the confirmation waits for what is read over it, and closes for what has changed the sale; a slip stays until it is given up', async () => {
  const counter = fakeServer().open()
  counter.addSku(cup)
  counter.enter('card', 19_800)
  const { open, isAt } = await looking(counter, null)
  const number = () => screen.getByRole<HTMLInputElement>('textbox')
  await open()
  press('JCB')
  fireEvent.change(number(), { target: { value: '123456' } })
  // A code that turns out to be none.
  act(() => void counter.look('2000000000015')())
  expect(number().value).toBe('123456')
  act(() => counter.addSku(cup))
  expect(screen.queryByRole('textbox')).toBeNull()
  await isAt('/screen')
  act(() => counter.enter('cash', 19_800))
  await open()
  expect(number().value).toBe('123456')
  expect(screen.getByRole('button', { name: 'JCB' }).getAttribute('aria-pressed')).toBe('true')
  press('中止')
  await isAt('/screen')
  await open()
  expect(number().value).toBe('')
})

test('a question to a second person is taken back with the confirmation, however that goes', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    asked.push(method ?? 'GET')
    return Response.json({
      id: 'one',
      status: 'waiting',
      kind: 'discount',
      deciders: [],
      expires_at: '2030-01-01',
      expires_in: 300,
    })
  })
  const counter = fakeServer().open()
  counter.addSku(cup)
  counter.discountSale({ kind: 'yen', value: 5_000, reason: 'flaw' })
  counter.enter('cash', 20_000)
  const isCancelled = () => asked.includes('DELETE')
  const { open, isAt } = await looking(counter, 1_000)
  await open()
  await screen.findByRole('dialog', { name: '責任者の承認' })
  expect(isCancelled()).toBe(false)
  act(() => counter.addSku(cup))
  await isAt('/screen')
  await waitFor(() => expect(isCancelled()).toBe(true))
})

test('what is typed in the search while the answer before is waited for stays', async () => {
  let answer!: () => void
  vi.stubGlobal('fetch', (address: string) =>
    address.includes('query=ring')
      ? new Promise((resolve) => {
          answer = () =>
            resolve(Response.json({ items: [{ ...cup, sku: 'ring' }], total: 1, page: 1, limit: 20 }))
        })
      : new Promise(() => {}),
  )
  const onPick = vi.fn()
  await renderScreen(
    <SearchBox
      inputRef={createRef<HTMLInputElement>()}
      onPick={onPick}
      onCode={() => {}}
      look={() => () => true}
      onAmount={() => {}}
    />,
  )
  const field = screen.getByRole<HTMLInputElement>('combobox')
  fireEvent.change(field, { target: { value: 'ring' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  fireEvent.change(field, { target: { value: 'sp' } })
  await waitFor(() => expect(answer).toBeDefined())
  await act(async () => answer())
  await waitFor(() => expect(onPick).toHaveBeenCalledOnce())
  expect(field.value).toBe('sp')
})

test('a reading that comes late closes no sheet that was opened after it', async () => {
  const onClose = vi.fn()
  let answer!: (read: { kind: 'article'; name: string }) => void
  let show!: (isOpen: boolean) => void
  const scans: ScanListener = createRef()
  function Reading() {
    const [isOpen, setOpen] = useState(true)
    show = setOpen
    return (
      <ReadSheet
        isOpen={isOpen}
        withCamera={false}
        onCamera={() => {}}
        onClose={onClose}
        scans={scans}
        take={() => new Promise((resolve) => (answer = resolve))}
      />
    )
  }
  await renderScreen(<Reading />)
  act(() => void scans.current?.('2000000000015'))
  act(() => show(false))
  act(() => show(true))
  await act(async () => answer({ kind: 'article', name: cup.name }))
  expect(onClose).not.toHaveBeenCalled()
  act(() => void scans.current?.('2000000000015'))
  await act(async () => answer({ kind: 'article', name: cup.name }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('the discount of a line that is gone never becomes one of the whole sale', async () => {
  const sheet = { open: () => {}, close: () => {} }
  await renderScreen(
    <LineSheets
      machine={machine}
      state={machine.state()}
      ceiling={null}
      keys={createRef()}
      commands={createRef()}
      target={{ key: 'gone' }}
      weighing={null}
      onWeigh={() => {}}
      onOffScale={() => {}}
      sheets={{
        line: { ...sheet, isOpen: false },
        discount: { ...sheet, isOpen: true },
        weight: { ...sheet, isOpen: false },
      }}
    />,
  )
  expect(screen.queryByRole('dialog')).toBeNull()
})
