import { act, cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Suspense } from 'react'
import { lazyMode, lazySheet } from './lazy-parts.tsx'

const reload = vi.fn()

beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('navigator', { ...navigator, onLine: true })
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  reload.mockReset()
})

const Sheet = ({ onClose }: { onClose: () => void }) => <button onClick={onClose}>the sheet</button>

async function open(Part: ReturnType<typeof lazySheet>, onClose = () => {}): Promise<void> {
  await act(async () => render(<Part onClose={onClose} />))
}

test('a sheet whose file does not come leaves the page as it is, and is asked for again when it is opened again', async () => {
  const load = vi.fn<() => Promise<typeof Sheet>>().mockRejectedValueOnce(new TypeError('gone'))
  load.mockResolvedValue(Sheet)
  const Part = lazySheet(load)
  const onClose = vi.fn()
  await open(Part, onClose)
  expect(screen.getByRole('alertdialog', { name: '画面を読み込めませんでした' })).toBeTruthy()
  expect(reload).not.toHaveBeenCalled()

  await userEvent.click(screen.getByRole('button', { name: 'あとで' }))
  expect(onClose).toHaveBeenCalledOnce()
  cleanup()
  await open(Part)
  expect(screen.getByText('the sheet')).toBeTruthy()
  cleanup()
  await open(Part)
  expect(load).toHaveBeenCalledTimes(2)
})

test('loading the page anew is offered, and not without a network', async () => {
  const Part = lazySheet(async () => {
    throw new TypeError('gone')
  })
  await open(Part)
  await userEvent.click(screen.getByRole('button', { name: '再読み込み' }))
  expect(reload).toHaveBeenCalledOnce()
  cleanup()

  vi.stubGlobal('navigator', { ...navigator, onLine: false })
  const onClose = vi.fn()
  await open(Part, onClose)
  expect(screen.queryByRole('button', { name: '再読み込み' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '閉じる' }))
  expect(onClose).toHaveBeenCalledOnce()
})

test('a mode of the register that does not come stays away until it is turned to again', async () => {
  const load = vi.fn<() => Promise<() => string>>().mockRejectedValueOnce(new TypeError('gone'))
  load.mockResolvedValue(() => 'the mode')
  const Mode = lazyMode(load)
  const turnTo = () =>
    act(async () =>
      render(
        <Suspense>
          <Mode />
        </Suspense>,
      ),
    )
  await turnTo()
  expect(screen.getByRole('alert').textContent).toContain('画面を読み込めませんでした')
  expect(reload).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: '再読み込み' }))
  expect(reload).toHaveBeenCalledOnce()
  cleanup()
  await turnTo()
  expect(screen.getByText('the mode')).toBeTruthy()
})
