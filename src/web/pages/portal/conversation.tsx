import { Button, Group, Paper, Stack, Text, Textarea, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useApiMutation } from '../../api/hooks';
import { DateText } from '../../components/date-text';
import { ErrorBox } from '../../components/error-box';
import { ADVICE, type Link } from './portal';
import { PortalCommentDocument } from './portal.generated';
import classes from './portal.module.css';
import type { Portal } from './questionnaire';

type Said = Omit<Portal['comments'][number], 'replies'>;
type Thread = Portal['comments'][number];

/** The messages of both sides, and a field to write one until the assessment is completed. */
export function Conversation({ portal, link, onSaid }: { portal: Portal; link: Link; onSaid: () => void }) {
  const [body, setBody] = useState('');
  const say = useApiMutation(PortalCommentDocument, {
    invalidates: [],
    onSuccess: () => {
      setBody('');
      onSaid();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    say.mutate({ input: { ...link, body } });
  };
  return (
    <Paper component="section" withBorder p={{ base: 'sm', sm: 'lg' }} aria-labelledby="conversation-title">
      <Stack gap="md">
        <Title order={2} size="h3" id="conversation-title">
          Questions and messages
        </Title>
        <Threads comments={portal.comments} />
        {portal.status === 'COMPLETED' ? (
          <Text size="sm" c="dimmed">
            The assessment is completed, so no more messages can be sent here.
          </Text>
        ) : (
          <form onSubmit={submit}>
            <Stack gap="xs">
              <ErrorBox error={say.error} advice={ADVICE} />
              <Textarea
                label={`Write to ${portal.organizationName}`}
                value={body}
                onChange={(event) => setBody(event.currentTarget.value)}
                maxLength={10_000}
                autosize
                minRows={2}
                maxRows={10}
              />
              <Group>
                <Button type="submit" variant="default" disabled={body.trim() === ''} loading={say.isPending}>
                  Send message
                </Button>
              </Group>
            </Stack>
          </form>
        )}
      </Stack>
    </Paper>
  );
}

/** What both sides said, with replies. */
export function Threads({ comments }: { comments: readonly Thread[] }) {
  return comments.map(({ replies, ...comment }) => (
    <Stack key={comment.id} gap="sm">
      <Message {...comment} />
      {replies.length > 0 && (
        <Stack gap="sm" pl="lg">
          {replies.map((reply) => (
            <Message key={reply.id} {...reply} />
          ))}
        </Stack>
      )}
    </Stack>
  ));
}

function Message({ authorName, authorType, body, createdAt }: Said) {
  return (
    <div>
      <Text size="sm">
        <Text span fw={600}>
          {authorName}
        </Text>
        {authorType === 'VENDOR' && ' (you)'}, <DateText value={createdAt} withTime />
      </Text>
      <p className={classes.answer}>{body}</p>
    </div>
  );
}
