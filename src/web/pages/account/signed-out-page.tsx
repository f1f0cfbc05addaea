import { Box, Center, Group, Paper, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ColourSchemeSwitch } from '../../app/layout';
import { PageTitle } from '../../app/page';
import logo from '../../theme/icon.svg';

/** The frame of pages without a session. */
export function SignedOutPage({ title, about, children }: { title: string; about: ReactNode; children: ReactNode }) {
  return (
    <Center component="main" mih="100dvh" p="md">
      <Box w="100%" maw={420}>
        <Group justify="space-between" mb="md">
          <Group gap={8}>
            <img src={logo} alt="" width={32} height={32} />
            <Text fw={600} size="xl">
              Vetgraph
            </Text>
          </Group>
          <ColourSchemeSwitch />
        </Group>
        <Paper withBorder p="lg">
          <Stack gap="md">
            <Box>
              <PageTitle>{title}</PageTitle>
              <Text size="sm" c="dimmed">
                {about}
              </Text>
            </Box>
            {children}
          </Stack>
        </Paper>
      </Box>
    </Center>
  );
}

/** Opens the page the user wanted if it is one of ours, otherwise the start page. */
export function useRedirectAfterSignIn() {
  const cache = useQueryClient();
  const router = useRouter();
  return async (next = '/') => {
    cache.removeQueries(); // the next user must not see this one's data
    const isOurs = /^\/(?![/\\])/.test(next);
    await router.navigate({ href: isOurs ? next : '/', replace: true });
  };
}
