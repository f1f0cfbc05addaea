import { Box, Breadcrumbs, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { ApiError, explain, inPast } from '../api/error';
import { useMoment } from '../api/moment';
import { ErrorBox } from '../components/error-box';
import { AnchorLink } from '../components/link';

export interface PageProps {
  /** The heading and the browser tab's title. */
  title: string;
  /** A line under the heading. */
  about?: ReactNode;
  /** Breadcrumb links, top level first: one link or an array (a fragment would count as one). */
  above?: ReactNode;
  /** Buttons to the right of the heading. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of every page inside the application. */
export function Page({ title, about, above, actions, children }: PageProps) {
  return (
    <Stack gap="md">
      <Stack gap={2}>
        {above && (
          <Breadcrumbs component="nav" aria-label="Breadcrumb" separatorMargin={6}>
            {above}
          </Breadcrumbs>
        )}
        <Group justify="space-between" align="flex-start" gap="sm">
          <Box maw="100%">
            <PageTitle>{title}</PageTitle>
            {about && (
              <Text c="dimmed" size="sm">
                {about}
              </Text>
            )}
          </Box>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
      </Stack>
      {children}
    </Stack>
  );
}

/** While a page loads, its heading is missing or about to be replaced: wait before moving the focus. */
let isHeadingAwaited = false;

/** Keyboard and screen reader users start a new page at its heading. */
export function focusHeading(): void {
  const heading = document.querySelector('h1');
  heading?.focus({ preventScroll: true });
  isHeadingAwaited = !heading;
}

/** The first heading of a page; the router moves the focus there when the page opens. */
export function PageTitle({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const { current } = heading;
    if (isHeadingAwaited && document.activeElement === document.body) current?.focus({ preventScroll: true });
    isHeadingAwaited = false;
    return () => {
      isHeadingAwaited = document.activeElement === current;
    };
  }, []);
  return (
    <>
      <title>{`${children} · Vetgraph`}</title>
      <Title ref={heading} order={1} tabIndex={-1} style={{ overflowWrap: 'anywhere' }}>
        {children}
      </Title>
    </>
  );
}

export function PageLoading() {
  return (
    <Stack gap="md" aria-busy="true" aria-label="Loading" role="status">
      <Skeleton h={32} w={240} />
      <Skeleton h={180} />
      <Skeleton h={180} />
    </Stack>
  );
}

export function PageNotFound() {
  const isPast = useMoment() !== undefined;
  return (
    <Page title="Page not found">
      <Text>
        {isPast
          ? 'There was nothing at this address at that time.'
          : 'There is nothing at this address. It may have been deleted, or the link is incomplete.'}{' '}
        <AnchorLink to="/" underline="always">
          Go to the start page
        </AnchorLink>
      </Text>
    </Page>
  );
}

/** Not an error: the user just has no access to the page. */
function NoAccess({ error }: { error: ApiError }) {
  const { title, advice } = explain(error);
  return (
    <Page title={title}>
      <Text>
        {advice}{' '}
        <AnchorLink to="/" underline="always">
          Go to the start page
        </AnchorLink>
      </Text>
    </Page>
  );
}

/** Leaves the past: the same page as it is now. */
export function ToNow({ children }: { children: string }) {
  return (
    <AnchorLink to="." search={(old) => ({ ...old, asOf: undefined })} underline="always" inherit>
      {children}
    </AnchorLink>
  );
}

/** For a page, or a part of one, that is only about now. */
export function NoPast({ children }: { children: string }) {
  return (
    <Text c="dimmed">
      {children} <ToNow>Go back to now</ToNow>
    </Text>
  );
}

/** The page would change something. */
function NotInPast() {
  const { title } = explain(inPast());
  return (
    <Page title={title}>
      <Text>
        This page is for making changes. <ToNow>Go back to now</ToNow> to use it.
      </Text>
    </Page>
  );
}

export function PageError({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  if (error instanceof ApiError && error.code === 'FORBIDDEN') return <NoAccess error={error} />;
  if (error instanceof ApiError && error.code === 'IN_PAST') return <NotInPast />;
  return (
    <Page title="Something went wrong">
      <ErrorBox error={error} onRetry={retry} />
    </Page>
  );
}
