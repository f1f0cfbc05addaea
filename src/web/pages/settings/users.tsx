import { Badge, Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useApiQuery } from '../../api/hooks';
import { useMoment } from '../../api/moment';
import { Page } from '../../app/page';
import { Can, useMe } from '../../app/session';
import { ToneBadge } from '../../components/badges';
import type { Column } from '../../components/data-table';
import { DateText } from '../../components/date-text';
import { portfoliosText } from '../../components/format';
import { AnchorLink, ButtonLink } from '../../components/link';
import { Loaded } from '../../components/loaded';
import { OpenQuery } from '../../components/open-query';
import { PlainTable } from '../../components/plain-table';
import { IconPlus } from '../../theme/icons';
import { BANDS, type Tone } from '../../theme/tones';
import { EraseDeletedUser } from './erase-user';
import { isInvited } from './invited';
import { mayGrant } from './permission-grid';
import { UsersDocument, type UsersQuery } from './users.generated';

type User = UsersQuery['users'][number];

const ENABLED: Tone = { ...BANDS.GREEN, label: 'Enabled' };
const DISABLED: Tone = { ...BANDS.UNSCORED, label: 'Disabled' };
const INVITED: Tone = { ...BANDS.AMBER, label: 'Invited' };

function accessOf(user: User): Tone {
  if (user.isDisabled) return DISABLED;
  return isInvited(user) ? INVITED : ENABLED;
}

/** Has no past. */
const LAST_SIGNED_IN: Column<User> = {
  key: 'signed-in',
  header: 'Last signed in',
  render: ({ lastSignedInAt }) => <DateText value={lastSignedInAt} withTime />,
};

/** Shown once somebody's role is for some portfolios only. */
const PORTFOLIOS: Column<User> = {
  key: 'portfolios',
  header: 'Portfolios',
  render: ({ portfolios }) => (portfolios?.length === 0 ? 'None' : (portfoliosText(portfolios) ?? 'All')),
};

export function UsersPage() {
  const query = useApiQuery(UsersDocument, {});
  const isPast = useMoment() !== undefined;
  const [isErasing, erasure] = useDisclosure();
  return (
    <Page
      title="Users"
      about="People who can sign in, and their roles."
      actions={
        <>
          <OpenQuery operation={UsersDocument} variables={{}} />
          <Can do="users:manage">
            <Button variant="default" onClick={erasure.open}>
              Erase a deleted user…
            </Button>
            <ButtonLink to="/settings/users/new" leftSection={<IconPlus size={16} aria-hidden />}>
              Invite user
            </ButtonLink>
          </Can>
        </>
      }
    >
      <Loaded query={query}>
        {({ users }) => (
          <PlainTable
            rowKey={({ id }) => id}
            label="Users"
            rows={users}
            columns={[
              { key: 'name', kind: 'name', header: 'Name', render: (user) => <Name user={user} /> },
              { key: 'email', header: 'E-mail', render: ({ email }) => email },
              { key: 'role', header: 'Role', render: ({ role }) => role.name },
              ...(users.some(({ portfolios }) => portfolios) ? [PORTFOLIOS] : []),
              {
                key: 'access',
                kind: 'short',
                header: 'Access',
                render: (user) => <ToneBadge tone={accessOf(user)} />,
              },
              ...(isPast ? [] : [LAST_SIGNED_IN]),
            ]}
          />
        )}
      </Loaded>
      {isErasing && <EraseDeletedUser onClose={erasure.close} />}
    </Page>
  );
}

/** Users can't edit those with more permissions than themselves. */
function Name({ user: { id, name, role, isProvisioned } }: { user: User }) {
  const me = useMe();
  const isWithinReach = mayGrant(me.role.permissions, role.permissions);
  return (
    <Group gap="xs">
      {isWithinReach ? (
        <AnchorLink to="/settings/users/$userId" params={{ userId: id }} inherit>
          {name}
        </AnchorLink>
      ) : (
        name
      )}
      {isProvisioned && (
        <Badge variant="default" size="sm" tt="none">
          SCIM
        </Badge>
      )}
      {id === me.id && (
        <Badge variant="default" size="sm" tt="none">
          You
        </Badge>
      )}
    </Group>
  );
}
