import { useRef, useState } from 'react'
import type { ComponentPropsWithRef, MouseEvent, ReactElement, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icons/Icon.tsx'
import type { IconShape } from '../icons/Icon.tsx'
import type { RenderLink } from './render-link.ts'
import { Spinner } from '../states/Spinner.tsx'
import styles from './Button.module.css'

/** `pay` is for the step that moves money, and for nothing else. `plate` is the one button that may lie on a plate. */
export type ButtonVariant = 'primary' | 'pay' | 'secondary' | 'tonal' | 'quiet' | 'danger' | 'plate'
export type ButtonSize = 'm' | 's' | 'pos'

type Look = {
  variant?: ButtonVariant
  size?: ButtonSize
  /** As wide as its column. */
  block?: boolean
}

type ButtonProps = Look &
  Omit<ComponentPropsWithRef<'button'>, 'onClick' | 'className'> & {
    icon?: IconShape
    /** Stands at the far end of the button, like the key F12 on a register. */
    trailing?: ReactNode
    /** While true the label stays, a spinner takes the icon's place and further taps do nothing. */
    busy?: boolean
    /** When it returns a promise, the button is busy until that settles. */
    onClick?: (event: MouseEvent<HTMLButtonElement>) => unknown
    className?: string | undefined
  }

type ButtonLinkProps = Look & {
  icon?: IconShape
  trailing?: ReactNode
  className?: string | undefined
  children: ReactNode
  render: RenderLink
}

export function buttonClass(
  { variant = 'primary', size = 'm', block = false }: Look = {},
  className?: string,
): string {
  return classNames(styles.button, styles[variant], styles[size], block && styles.block, className)
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value
}

async function settle(work: PromiseLike<unknown>, done: () => void): Promise<void> {
  try {
    await work
  } finally {
    done()
  }
}

export function Button({
  variant,
  size,
  block,
  icon,
  trailing,
  busy = false,
  onClick,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps): ReactElement {
  const [pending, setPending] = useState(false)
  // State arrives with the next render; the ref refuses the second tap of a double tap that comes before it.
  const running = useRef(false)
  const isBusy = busy || pending

  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBusy || running.current) {
      event.preventDefault()
      return
    }
    const result = onClick?.(event)
    if (!isPromise(result)) return
    running.current = true
    setPending(true)
    const done = () => {
      running.current = false
      setPending(false)
    }
    void settle(result, done)
  }

  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ ...look(variant, size, block) }, className)}
      aria-busy={isBusy || undefined}
      onClick={click}
    >
      <ButtonFace icon={icon} busy={isBusy} size={size} trailing={trailing}>
        {children}
      </ButtonFace>
    </button>
  )
}

/** A link that looks like a button. The app's router makes the link. */
export function ButtonLink({
  variant,
  size,
  block,
  icon,
  trailing,
  className,
  children,
  render,
}: ButtonLinkProps): ReactElement {
  return render({
    className: buttonClass({ ...look(variant, size, block) }, className),
    children: (
      <ButtonFace icon={icon} busy={false} size={size} trailing={trailing}>
        {children}
      </ButtonFace>
    ),
  })
}

function look(
  variant: ButtonVariant | undefined,
  size: ButtonSize | undefined,
  block: boolean | undefined,
): Look {
  return { ...(variant && { variant }), ...(size && { size }), ...(block && { block }) }
}

function ButtonFace({
  icon,
  busy,
  size,
  trailing,
  children,
}: {
  icon: IconShape | undefined
  busy: boolean
  size: ButtonSize | undefined
  trailing: ReactNode
  children: ReactNode
}) {
  return (
    <>
      {icon !== undefined &&
        (busy ? (
          <Spinner size={size === 's' ? 16 : 20} />
        ) : (
          <Icon shape={icon} size={size === 's' ? 16 : 20} />
        ))}
      <span className={styles.label}>
        {icon === undefined && busy && <Spinner size={18} className={styles.spinner} />}
        {children}
      </span>
      {trailing !== undefined && <span className={styles.trailing}>{trailing}</span>}
    </>
  )
}
