import { Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { request } from '../api/client';
import type { IdentityQuestion } from '../api/error';
import { onIdentityAsked } from '../api/reauthenticate';
import { Dialog } from '../components/dialog';
import { IdentityForm, type Shown } from '../components/identity-form';
import { ReauthenticateDocument } from './reauthentication.generated';

interface Asked {
  question: IdentityQuestion;
  settle: (isShown: boolean) => void;
}

/** Asks who it is before a sensitive change, wherever in the application that is made. */
export function Reauthentication() {
  const [asked, setAsked] = useState<Asked>();
  useEffect(() => onIdentityAsked((question) => new Promise((settle) => setAsked({ question, settle }))), []);
  const close = (isShown: boolean) => {
    asked?.settle(isShown);
    setAsked(undefined);
  };
  return asked && <Question question={asked.question} onClose={close} />;
}

function Question({ question, onClose }: { question: IdentityQuestion; onClose: (isShown: boolean) => void }) {
  const show = useMutation({
    mutationFn: (shown: Shown) =>
      request(ReauthenticateDocument, { input: 'assertion' in shown ? { ...shown, challenge: question.challenge } : shown }),
    onSuccess: () => onClose(true),
  });
  return (
    <Dialog title="Confirm that it is you" onClose={() => onClose(false)}>
      <Stack gap="md">
        <Text size="sm">This change is sensitive, and it has been a while since you signed in.</Text>
        <IdentityForm question={question} onShown={show.mutate} isPending={show.isPending} error={show.error} action="Confirm" />
      </Stack>
    </Dialog>
  );
}
