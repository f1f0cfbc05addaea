import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** Mantine's, which says of an error by colour and text only, made to tell assistive technology as well. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      aria-invalid={props.error ? true : undefined}
      visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
      {...props}
    />
  );
}
