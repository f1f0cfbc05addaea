import { ActionIcon, Anchor, AppShell, Box, Burger, Flex, Group, Text, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi, Link, Outlet, useRouter } from '@tanstack/react-router';
import { Fragment, lazy, Suspense, useEffect } from 'react';
import { MomentContext } from '../api/moment';
import { DropDown } from '../components/drop-down';
import { isMoment, portfoliosText } from '../components/format';
import { AnchorLink } from '../components/link';
import { Notice } from '../components/notice';
import logo from '../theme/icon.svg';
import { IconApi, IconChevronDown, IconKey, IconLogout, IconMoon, IconSun } from '../theme/icons';
import classes from './layout.module.css';
import { useLive } from './live';
import { DESTINATIONS } from './navigation';
import { Bell } from './notifications';
import { NoMoment, NoPastAccess, PastBanner, PastChoice } from './past';
import { SearchButton } from './search-button';
import { mayDo, useMe, useNowhere } from './session';
import { useSignOut } from './sign-out';

const route = getRouteApi('/app');

/** The frame around every page for signed-in users. */
export function Layout() {
  const me = useMe();
  const { asOf } = route.useSearch();
  const seesPast = mayDo(me, 'audit:view');
  const isNowhere = useNowhere();
  const [isOpen, menu] = useDisclosure();
  useLive(asOf === undefined);
  const router = useRouter();
  useEffect(() => router.subscribe('onResolved', () => menu.close()), [router, menu]);

  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 228, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'sm', sm: 'lg' }}
    >
      <SkipLink />
      <AppShell.Header px="md">
        <Group h="100%" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap">
            <Burger opened={isOpen} onClick={menu.toggle} hiddenFrom="sm" size="sm" aria-label="Menu" aria-expanded={isOpen} />
            <AnchorLink to="/" underline="never" c="inherit" aria-label="Vetgraph">
              <Group gap={8} wrap="nowrap">
                <img src={logo} alt="" width={26} height={26} />
                <Text fw={600} size="lg" component="span" visibleFrom="xs">
                  Vetgraph
                </Text>
              </Group>
            </AnchorLink>
          </Group>
          <Flex gap={{ base: 2, sm: 'xs' }} align="center" wrap="nowrap">
            <SearchButton isPast={asOf !== undefined} />
            {seesPast && <PastChoice key={asOf} moment={asOf && isMoment(asOf) ? asOf : undefined} />}
            <Bell />
            <ColourSchemeSwitch />
            <UserMenu name={me.name} role={[me.role.name, portfoliosText(me.portfolios)].filter(Boolean).join(' · ')} />
          </Flex>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" component="nav" aria-label="Main">
        <AppShell.Section grow className={classes.destinations}>
          {DESTINATIONS.filter(({ permissions }) => mayDo(me, ...permissions)).map(({ to, label, icon: Icon, group }, i, all) => (
            <Link
              key={to}
              to={to}
              className={classes.destination}
              data-first={(i > 0 && all[i - 1]!.group !== group) || undefined}
              activeOptions={{ includeSearch: false }}
            >
              <Icon size={18} aria-hidden />
              {label}
            </Link>
          ))}
        </AppShell.Section>
        <AppShell.Section px="sm" py="xs">
          <Group gap="xs">
            <IconApi size={18} aria-hidden />
            <Anchor href="/graphiql" size="sm">
              GraphQL
            </Anchor>
            <Anchor href="/api/docs" size="sm">
              REST
            </Anchor>
          </Group>
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        {asOf !== undefined && isMoment(asOf) && <PastBanner moment={asOf} />}
        {isNowhere && <NoPortfolio />}
        <MomentContext value={asOf}>
          {/* Another moment is another page: no form or dialog is carried over. */}
          <Fragment key={asOf}>{asOf === undefined ? <Outlet /> : <AtMoment moment={asOf} seesPast={seesPast} />}</Fragment>
        </MomentContext>
        <Suspense>
          <Reauthentication />
        </Suspense>
      </AppShell.Main>
    </AppShell>
  );
}

const Reauthentication = lazy(async () => ({ default: (await import('./reauthentication')).Reauthentication }));

function AtMoment({ moment, seesPast }: { moment: string; seesPast: boolean }) {
  if (!seesPast) return <NoPastAccess />;
  return isMoment(moment) ? <Outlet /> : <NoMoment />;
}

function NoPortfolio() {
  return (
    <Box mb="md">
      <Notice isWarning title="You don’t have access to any vendors yet">
        Your role applies to no portfolio. Ask an administrator to add you to one.
      </Notice>
    </Box>
  );
}

function SkipLink() {
  return (
    <a
      className="skip-link"
      href="#main"
      onClick={(event) => {
        event.preventDefault();
        document.getElementById('main')?.focus();
      }}
    >
      Skip to content
    </a>
  );
}

export function ColourSchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const Icon = isDark ? IconSun : IconMoon;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={isDark ? 'Use light colours' : 'Use dark colours'}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      <Icon size={18} aria-hidden />
    </ActionIcon>
  );
}

function UserMenu({ name, role }: { name: string; role: string }) {
  const signOut = useSignOut();
  return (
    <DropDown
      button={
        <>
          <Text span size="sm" truncate maw={{ base: 70, sm: 240 }}>
            {name}
          </Text>
          <IconChevronDown size={14} aria-hidden />
        </>
      }
    >
      <Text size="xs" c="dimmed">
        {role}
      </Text>
      <Link to="/account">
        <IconKey size={16} aria-hidden />
        Account and password
      </Link>
      <button type="button" onClick={signOut}>
        <IconLogout size={16} aria-hidden />
        Sign out
      </button>
    </DropDown>
  );
}
