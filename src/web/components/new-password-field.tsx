import type { PasswordInputProps } from '@mantine/core';
import { useApiQuery } from '../api/hooks';
import { PasswordRulesDocument } from './new-password-field.generated';
import { PasswordField } from './password-field';

/** A field for a password that someone chooses; says how long it must be, and what else there is to know. */
export function NewPasswordField({ about, ...props }: PasswordInputProps & { about?: string }) {
  const { data } = useApiQuery(PasswordRulesDocument, {});
  const rule = data && `At least ${data.setup.minPasswordLength} characters.`;
  return <PasswordField autoComplete="new-password" description={[rule, about].filter(Boolean).join(' ')} {...props} />;
}
