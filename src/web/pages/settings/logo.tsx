import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useApiMutation } from '../../api/hooks';
import { ApiError } from '../../api/error';
import { Card } from '../../components/card';
import { ErrorBox } from '../../components/error-box';
import { notify } from '../../components/notify';
import { OrganisationLogo } from '../../components/organisation-logo';
import { UpdateLogoDocument } from './organisation.generated';

const MOST_BYTES = 262_144;

interface LogoCardProps {
  logo: string | null;
  /** Of the settings, as the page has seen them. */
  revision: () => number;
  onSaved: (revision: number) => void;
}

/** The picture that vendors see: PNG, JPEG or WebP. */
export function LogoCard({ logo, revision, onSaved }: LogoCardProps) {
  const [refusal, setRefusal] = useState<ApiError>();
  const reset = useRef<() => void>(null);
  const update = useApiMutation(UpdateLogoDocument, {
    onSuccess: ({ updateLogo: { settings } }) => {
      onSaved(settings.revision);
      notify(settings.logo ? 'Logo saved' : 'Logo removed');
    },
  });
  const save = (content: string | null) => {
    setRefusal(undefined);
    update.mutate({ input: { content, expectedRevision: revision() } });
  };
  const choose = async (file: File | null) => {
    reset.current?.(); // so that the same file can be chosen again, corrected
    if (!file) return;
    if (file.size > MOST_BYTES) setRefusal(new ApiError('BAD_USER_INPUT', `“${file.name}” is larger than 256 KiB`));
    else save(await base64Of(file));
  };
  return (
    <Card title="Logo">
      <Stack gap="sm" align="flex-start">
        <Text size="sm" c="dimmed">
          Shown to vendors beside the organisation’s name. PNG, JPEG or WebP, up to 256 KiB.
        </Text>
        {logo && <OrganisationLogo url={logo} alt="The organisation’s logo" height={64} />}
        <ErrorBox error={refusal ?? update.error} advice={{ BAD_USER_INPUT: 'Choose another file.' }} />
        <Group gap="xs">
          <FileButton onChange={(file) => void choose(file)} accept="image/png,image/jpeg,image/webp" resetRef={reset}>
            {(button) => (
              <Button {...button} variant="default" loading={update.isPending}>
                {logo ? 'Replace logo' : 'Upload logo'}
              </Button>
            )}
          </FileButton>
          {logo && (
            <Button variant="subtle" color="red" disabled={update.isPending} onClick={() => save(null)}>
              Remove logo
            </Button>
          )}
        </Group>
      </Stack>
    </Card>
  );
}

/** The bytes of a file, after the prefix of a data URL. */
function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error('The file can’t be read'));
    reader.readAsDataURL(file);
  });
}
