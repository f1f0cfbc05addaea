import { Box, Button, Container, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/error';
import { queryOf } from '../../api/hooks';
import { following, streamOf, whileVisible } from '../../api/stream';
import { ColourSchemeSwitch } from '../../app/layout';
import { PageLoading } from '../../app/page';
import { ErrorBox } from '../../components/error-box';
import { OrganisationLogo } from '../../components/organisation-logo';
import { SignedOutPage } from '../account/signed-out-page';
import { FINAL } from './answer-store';
import { AnswersPage } from './answers';
import { Conversation } from './conversation';
import { PortalDocument, PortalLiveDocument } from './portal.generated';
import { HandedIn } from './handed-in';
import { isAnswerable, withoutOthers } from './questionnaire';

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
  const [isUnsaved, setUnsaved] = useState(false);
  const link = { token, password };
  // Only the page itself refetches, and what others do comes by the stream.
  const query = useQuery({ ...queryOf(PortalDocument, link), staleTime: Infinity, retry: false });
  const { data, error } = query;
  useLivePortal(link, data !== undefined);
  const tryPassword = (given: string) => (given === password ? void query.refetch() : setPassword(given));
  if (data) {
    const portal = withoutOthers(data.portal);
    // What is typed stays, also when a colleague submits the rest.
    const isOpen = isAnswerable(portal.status) || isUnsaved;
    const reread = async () => withoutOthers((await query.refetch()).data!.portal);
    const onSubmitted = () => {
      setHandedIn(true);
      void reread();
    };
    return (
      <Frame organization={portal.organizationName} logo={portal.logo}>
        <Stack gap="md">
          {isOpen ? (
            <AnswersPage portal={portal} link={link} reread={reread} onSubmitted={onSubmitted} onUnsaved={setUnsaved} />
          ) : (
            <HandedIn portal={portal} link={link} isFresh={isHandedIn} />
          )}
          {!portal.sections && <Conversation portal={portal} link={link} onSaid={() => void reread()} />}
        </Stack>
      </Frame>
    );
  }
  if (!error)
    return (
      <Frame>
        <PageLoading />
      </Frame>
    );
  if (asksPassword(error, password)) return <PasswordDoor error={password === undefined ? undefined : error} onGiven={tryPassword} />;
  return (
    <SignedOutPage title="Questionnaire" about="For vendors who were sent a link">
      <ErrorBox error={error} advice={ADVICE} onRetry={() => void query.refetch()} />
    </SignedOutPage>
  );
}

/** Shows what others do with the questionnaire as it happens. */
function useLivePortal({ token, password }: Link, isShown: boolean): void {
  const cache = useQueryClient();
  useEffect(() => {
    if (!isShown) return;
    const link = { token, password };
    const { queryKey } = queryOf(PortalDocument, link);
    return whileVisible((signal) =>
      following(
        signal,
        async (heardSome) => {
          for await (const shown of streamOf(PortalLiveDocument, link, signal)) {
            heardSome();
            cache.setQueryData(queryKey, shown);
          }
        },
        (code) => FINAL.has(String(code)),
      ),
    );
  }, [cache, token, password, isShown]);
}

export function asksPassword(error: unknown, given: string | undefined): boolean {
  return error instanceof ApiError && (/password/i.test(error.message) || (error.code === 'RATE_LIMITED' && given !== undefined));
}

interface PasswordDoorProps {
  /** What is behind it. */
  title?: string;
  action?: string;
  error: unknown;
  onGiven: (password: string) => void;
}

export function PasswordDoor({ title = 'Questionnaire', action = 'Open the questionnaire', error, onGiven }: PasswordDoorProps) {
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onGiven(field.current!.value);
  };
  return (
    <SignedOutPage title={title} about="This link is protected by a password, which the sender gave you separately.">
      <form onSubmit={submit}>
        <Stack gap="md">
          <ErrorBox error={error} advice={{ UNAUTHENTICATED: 'Check it and try again, or ask the sender of the link.' }} />
          <PasswordInput ref={field} label="Password" autoComplete="off" autoFocus required withAsterisk={false} />
          <Button type="submit">{action}</Button>
        </Stack>
      </form>
    </SignedOutPage>
  );
}

interface FrameProps {
  organization?: string;
  logo?: string | null;
  title?: string;
  children: ReactNode;
}

/** The page of whoever has a link: `title` stands above it until the organisation is known. */
export function Frame({ organization, logo, title = 'Questionnaire', children }: FrameProps) {
  return (
    <Box mih="100dvh" bg="var(--page)">
      <Box component="header" bg="var(--mantine-color-body)" style={{ borderBottom: '1px solid var(--line)' }}>
        <Container size="md" py="xs">
          <Group justify="space-between" wrap="nowrap">
            <Group gap="xs" wrap="nowrap" miw={0}>
              {logo && <OrganisationLogo url={logo} alt="" height={32} />}
              <Text fw={600} truncate>
                {organization ?? title}
              </Text>
            </Group>
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
