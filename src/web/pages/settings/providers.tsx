import { Stack, Text } from '@mantine/core';
import { useApiQuery } from '../../api/hooks';
import { useMoment } from '../../api/moment';
import { Card } from '../../components/card';
import { DateText } from '../../components/date-text';
import { AnchorLink, ButtonLink } from '../../components/link';
import { Loaded } from '../../components/loaded';
import { PlainTable } from '../../components/plain-table';
import { IdentityProvidersDocument } from './providers.generated';

/** The identity providers by which people can sign in. */
export function Providers() {
  const query = useApiQuery(IdentityProvidersDocument, {});
  const isPast = useMoment() !== undefined;
  return (
    <Card title="Identity providers">
      <Stack gap="md" align="flex-start">
        <Text size="sm">With an OpenID provider, such as Entra ID, Okta, Keycloak or Google, people sign in as they do elsewhere.</Text>
        <Loaded query={query}>
          {({ identityProviders }) =>
            identityProviders.length > 0 && (
              <PlainTable
                label="Identity providers"
                rows={identityProviders}
                rowKey={({ id }) => id}
                columns={[
                  {
                    key: 'name',
                    kind: 'name',
                    header: 'Name',
                    render: ({ id, name }) => (
                      <AnchorLink to="/settings/sign-in/$providerId" params={{ providerId: id }} inherit>
                        {name}
                      </AnchorLink>
                    ),
                  },
                  { key: 'issuer', header: 'Issuer', render: ({ issuer }) => issuer },
                  { key: 'status', header: 'Status', render: ({ isEnabled }) => (isEnabled ? 'On' : 'Off') },
                  ...(isPast
                    ? []
                    : [
                        {
                          key: 'used',
                          header: 'Last used',
                          render: ({ lastUsedAt }: { lastUsedAt?: string | null }) => <DateText value={lastUsedAt ?? null} withTime />,
                        },
                      ]),
                ]}
              />
            )
          }
        </Loaded>
        <ButtonLink to="/settings/sign-in/new" variant="default">
          Add identity provider
        </ButtonLink>
      </Stack>
    </Card>
  );
}
