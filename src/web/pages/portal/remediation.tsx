import { Alert, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { queryOf } from '../../api/hooks';
import { PageLoading, PageTitle } from '../../app/page';
import { EmptyState } from '../../components/empty-state';
import { ErrorBox } from '../../components/error-box';
import { many } from '../../components/format';
import { IconMail } from '../../theme/icons';
import { SignedOutPage } from '../account/signed-out-page';
import { FindingCard } from './finding-card';
import { asksPassword, Frame, PasswordDoor } from './portal';
import { ADVICE } from './remediation-advice';
import { PortalRemediationDocument, type PortalRemediationQuery } from './remediation.generated';

const route = getRouteApi('/portal/findings/$token');

const TITLE = 'Findings';

/** What the other side does shows this soon. */
const REREAD_MS = 20_000;

/** For the vendor: the findings behind a link, to be answered without an account. */
export function RemediationPage() {
  const { token } = route.useParams();
  const [password, setPassword] = useState<string>();
  const link = { token, password };
  const query = useQuery({
    ...queryOf(PortalRemediationDocument, link),
    retry: false,
    // Also after a failure, such as a moment without a network.
    refetchInterval: ({ state }) => (state.data ? REREAD_MS : false),
  });
  const { data, error } = query;
  const tryPassword = (given: string) => (given === password ? void query.refetch() : setPassword(given));
  if (data) {
    const { organizationName, logo, findings } = data.portalRemediation;
    return (
      <Frame organization={organizationName} logo={logo}>
        <Stack gap="md">
          <PageTitle>{TITLE}</PageTitle>
          <Introduction remediation={data.portalRemediation} />
          {findings.map((finding) => (
            <FindingCard key={finding.id} finding={finding} link={link} organization={organizationName} reread={() => query.refetch()} />
          ))}
          {findings.length === 0 && <EmptyState title="Nothing to do">{organizationName} no longer shows any findings here.</EmptyState>}
        </Stack>
      </Frame>
    );
  }
  if (!error)
    return (
      <Frame title={TITLE}>
        <PageLoading />
      </Frame>
    );
  if (asksPassword(error, password)) {
    return (
      <PasswordDoor title={TITLE} action="Open the findings" error={password === undefined ? undefined : error} onGiven={tryPassword} />
    );
  }
  return (
    <SignedOutPage title={TITLE} about="For vendors who were sent a link">
      <ErrorBox error={error} advice={ADVICE} onRetry={() => void query.refetch()} />
    </SignedOutPage>
  );
}

/** Who asks, how many wait for an answer, and what the vendor was told. */
function Introduction({ remediation }: { remediation: PortalRemediationQuery['portalRemediation'] }) {
  const { organizationName, vendorName, message, findings } = remediation;
  const waiting = findings.filter(({ status, state }) => status === 'OPEN' && (state === 'SENT' || state === 'SENT_BACK')).length;
  return (
    <>
      <Text>
        {organizationName} asks {vendorName} to close these gaps. Answer each one: say what you will do and by when, or that it is done, and
        attach evidence.{' '}
        <Text span inherit fw={600} role="status">
          {waiting === 0
            ? 'Nothing is waiting for your answer.'
            : `${many(waiting, 'finding is', 'findings are')} waiting for your answer.`}
        </Text>
      </Text>
      {message && (
        <Alert icon={<IconMail aria-hidden />} title={`Message from ${organizationName}`} style={{ overflowWrap: 'anywhere' }}>
          <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
            {message}
          </Text>
        </Alert>
      )}
    </>
  );
}
