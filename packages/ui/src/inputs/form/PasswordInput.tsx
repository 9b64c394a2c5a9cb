import { useState } from 'react'
import type { ComponentPropsWithRef, ReactElement } from 'react'
import { useFieldProps } from './field-context.ts'
import { IconButton } from '../../actions/IconButton.tsx'
import { iconEye, iconEyeoff } from '../../icons/icons.ts'
import { inputBoxClass } from './TextInput.tsx'
import { passwordText } from './text.ts'
import styles from './TextInput.module.css'

type PasswordInputProps = Omit<ComponentPropsWithRef<'input'>, 'size' | 'type' | 'className'> & {
  /** Password managers tell logging in from registering by this. */
  autoComplete: 'current-password' | 'new-password'
  size?: 'm' | 's'
}

export function PasswordInput({ size, ...rest }: PasswordInputProps): ReactElement {
  const field = useFieldProps(rest)
  const [isShown, setShown] = useState(false)
  return (
    <span className={inputBoxClass(size)}>
      <input
        {...rest}
        {...field}
        type={isShown ? 'text' : 'password'}
        className={styles.input}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <IconButton
        className={styles.reveal}
        icon={isShown ? iconEyeoff : iconEye}
        label={isShown ? passwordText.hide : passwordText.show}
        onClick={() => setShown(!isShown)}
      />
    </span>
  )
}
