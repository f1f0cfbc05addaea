import { Box, Button, Container, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { ApiError } from '../../api/error';
import { queryOf } from '../../api/hooks';
import { ColourSchemeSwitch } from '../../app/layout';
import { PageLoading } from '../../app/page';
import { ErrorBox } from '../../components/error-box';
import { SignedOutPage } from '../account/signed-out-page';
import { AnswersPage } from './answers';
import { PortalDocument } from './portal.generated';
import { HandedIn } from './handed-in';

const route = getRouteApi('/portal/$token');

/** The credentials for the questionnaire. */
export interface Link {
  token: string;
  password?: string;
}

export const ADVICE = {
  UNAUTHENTICATED: 'Links expire, and stop working when a new one is created.',
};

/** For the vendor: the questionnaire behind a link, optionally with a password. */
export function PortalPage() {
  const { token } = route.useParams();
  const [password, setPassword] = useState<string>();
  const [isHandedIn, setHandedIn] = useState(false);
  const link = { token, password };
  // The page holds unsaved answers, so only the page itself refetches.
  const query = useQuery({ ...queryOf(PortalDocument, link), staleTime: Infinity, retry: false });
  const { data, error } = query;
  const tryPassword = (given: string) => (given === password ? void query.refetch() : setPassword(given));
  if (data) {
    const { portal } = data;
    const isOpen = portal.status === 'SENT' || portal.status === 'IN_PROGRESS';
    const reread = async () => (await query.refetch()).data!.portal;
    const onSubmitted = () => {
      setHandedIn(true);
      void reread();
    };
    return (
      <Frame organization={portal.organizationName}>
        {isOpen ? (
          <AnswersPage portal={portal} link={link} reread={reread} onSubmitted={onSubmitted} />
        ) : (
          <HandedIn portal={portal} link={link} isFresh={isHandedIn} reread={() => void reread()} />
        )}
      </Frame>
    );
  }
  if (!error)
    return (
      <Frame>
        <PageLoading />
      </Frame>
    );
  if (asksPassword(error)) return <PasswordDoor error={password === undefined ? undefined : error} onGiven={tryPassword} />;
  return (
    <SignedOutPage title="Questionnaire" about="For vendors who were sent a link">
      <ErrorBox error={error} advice={ADVICE} onRetry={() => void query.refetch()} />
    </SignedOutPage>
  );
}

function asksPassword(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'RATE_LIMITED' || /password/i.test(error.message));
}

function PasswordDoor({ error, onGiven }: { error: unknown; onGiven: (password: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onGiven(field.current!.value);
  };
  return (
    <SignedOutPage title="Questionnaire" about="This link is protected by a password, which the sender gave you separately.">
      <form onSubmit={submit}>
        <Stack gap="md">
          <ErrorBox error={error} advice={{ UNAUTHENTICATED: 'Check it and try again, or ask the sender of the link.' }} />
          <PasswordInput ref={field} label="Password" autoComplete="off" autoFocus required withAsterisk={false} />
          <Button type="submit">Open the questionnaire</Button>
        </Stack>
      </form>
    </SignedOutPage>
  );
}

function Frame({ organization, children }: { organization?: string; children: ReactNode }) {
  return (
    <Box mih="100dvh" bg="var(--page)">
      <Box component="header" bg="var(--mantine-color-body)" style={{ borderBottom: '1px solid var(--line)' }}>
        <Container size="md" py="xs">
          <Group justify="space-between" wrap="nowrap">
            <Text fw={600} truncate>
              {organization ?? 'Questionnaire'}
            </Text>
            <ColourSchemeSwitch />
          </Group>
        </Container>
      </Box>
      <Container component="main" size="md" py="md">
        {children}
      </Container>
    </Box>
  );
}
