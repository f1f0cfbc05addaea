import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** Mantine's, with errors exposed to assistive technology, not only by colour and text. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      aria-invalid={props.error ? true : undefined}
      visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
      {...props}
    />
  );
}
