import { Button, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { useFormMutation } from '../../api/form';
import { ChangeForm } from '../../components/change-form';
import { ErrorBox } from '../../components/error-box';
import { Leaving } from '../../components/leaving';
import { notify } from '../../components/notify';
import { SaveVendorSettingsDocument, type SaveVendorSettingsMutationVariables } from './vendor-settings.generated';

interface SettingsFormProps<Values extends Record<string, unknown>> {
  form: UseFormReturnType<Values>;
  /** The revision of the settings when the form was opened. */
  revision: number;
  inputOf: (values: Values) => SaveVendorSettingsMutationVariables['input'];
  /** After saving, with the values that were saved. */
  onSaved?: () => void;
  children: ReactNode;
}

/** A part of the settings that is saved as a whole. */
export function SettingsForm<Values extends Record<string, unknown>>({
  form,
  revision,
  inputOf,
  onSaved,
  children,
}: SettingsFormProps<Values>) {
  const [expectedRevision, setRevision] = useState(revision);
  const { onSubmit, isPending, problem } = useFormMutation(form, SaveVendorSettingsDocument, {
    variables: (values) => ({ input: { ...inputOf(values), expectedRevision } }),
    onSuccess: ({ updateSettings }) => {
      setRevision(updateSettings.settings.revision);
      form.resetDirty();
      onSaved?.();
      notify('Settings saved');
    },
  });
  return (
    <ChangeForm onSubmit={onSubmit}>
      <Stack gap="md" maw={820}>
        <ErrorBox error={problem} />
        {children}
        <Button type="submit" loading={isPending} style={{ alignSelf: 'flex-start' }}>
          Save
        </Button>
      </Stack>
      <Leaving isRisky={form.isDirty()} title="Leave without saving?">
        Your changes to these settings will be lost if you leave.
      </Leaving>
    </ChangeForm>
  );
}
