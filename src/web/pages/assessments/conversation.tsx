import { Button, Checkbox, Group, Paper, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, type Ref, useState } from 'react';
import type { CommentVisibility } from '../../api/enums.generated';
import { useApiMutation } from '../../api/hooks';
import { usePermission } from '../../app/session';
import { DateText } from '../../components/date-text';
import { EmptyState } from '../../components/empty-state';
import { ErrorBox } from '../../components/error-box';
import { IconLock, IconUsers } from '../../theme/icons';
import type { AssessmentQuery } from './assessment.generated';
import { AddCommentDocument } from './conversation.generated';

type Comment = NonNullable<AssessmentQuery['assessment']>['allComments'][number];

/** The comment threads: internal to the team, or shared with the vendor. */
export function Conversation({ assessmentId, comments }: { assessmentId: string; comments: readonly Comment[] }) {
  const mayComment = usePermission('assessments:review', 'assessments:edit');
  const ids = new Set(comments.map(({ id }) => id));
  const top = comments.filter(({ parentId }) => !parentId || !ids.has(parentId));
  return (
    <Stack gap="md" maw={760}>
      {comments.length === 0 && (
        <EmptyState title="No comments yet">
          Internal comments are visible only to your team; the vendor sees shared ones in the portal.
        </EmptyState>
      )}
      {top.map((comment) => (
        <Thread key={comment.id} comment={comment} all={comments} assessmentId={assessmentId} mayComment={mayComment} />
      ))}
      {mayComment && <CommentForm assessmentId={assessmentId} />}
    </Stack>
  );
}

/** Deeper threads are not indented further. */
const MOST_INDENTED = 4;

function Thread({
  comment,
  all,
  assessmentId,
  mayComment,
  level = 0,
}: {
  comment: Comment;
  all: readonly Comment[];
  assessmentId: string;
  mayComment: boolean;
  level?: number;
}) {
  const [isAnswering, setAnswering] = useState(false);
  const { id, authorName, authorType, visibility, createdAt, body } = comment;
  return (
    <Stack gap="xs" ms={level > 0 && level <= MOST_INDENTED ? 'md' : 0}>
      <Paper withBorder p="sm" component="article" aria-label={`Comment by ${authorName}`}>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {authorName}
          </Text>
          <Visibility visibility={visibility} />
          {authorType === 'VENDOR' && (
            <Text size="xs" c="dimmed">
              Vendor
            </Text>
          )}
          <Text size="xs" c="dimmed">
            <DateText value={createdAt} withTime />
          </Text>
        </Group>
        <Text size="sm" mt={4} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {body}
        </Text>
        {mayComment && !isAnswering && (
          <Button variant="subtle" size="compact-xs" mt={4} onClick={() => setAnswering(true)}>
            Reply
          </Button>
        )}
      </Paper>
      {isAnswering && <CommentForm assessmentId={assessmentId} answers={comment} onDone={() => setAnswering(false)} />}
      {all
        .filter(({ parentId }) => parentId === id)
        .map((reply) => (
          <Thread key={reply.id} comment={reply} all={all} assessmentId={assessmentId} mayComment={mayComment} level={level + 1} />
        ))}
    </Stack>
  );
}

function Visibility({ visibility }: { visibility: CommentVisibility }) {
  const isShared = visibility === 'SHARED';
  const Icon = isShared ? IconUsers : IconLock;
  return (
    <Group gap={4} fz="xs" component="span">
      <Icon size={14} aria-hidden />
      {isShared ? 'Shared with the vendor' : 'Internal'}
    </Group>
  );
}

interface CommentFormProps {
  assessmentId: string;
  /** A reply has the same audience as the comment it answers. */
  answers?: Comment;
  onDone?: () => void;
  /** Prepended to the comment, to say what it is about. */
  about?: string;
  ref?: Ref<HTMLTextAreaElement>;
}

export function CommentForm({ assessmentId, answers, onDone, about, ref }: CommentFormProps) {
  const [body, setBody] = useState('');
  const [isShared, setShared] = useState(false);
  const add = useApiMutation(AddCommentDocument, {
    onSuccess: () => {
      setBody('');
      onDone?.();
    },
  });
  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (!body.trim() || add.isPending) return;
    const text = about ? `${about}\n${body}` : body;
    const readers: CommentVisibility = isShared ? 'SHARED' : 'INTERNAL';
    add.mutate({ input: { assessmentId, body: text, ...(answers ? { parentId: answers.id } : { visibility: readers }) } });
  };
  return (
    <form onSubmit={send}>
      <Stack gap="xs">
        <ErrorBox error={add.error} />
        <Textarea
          ref={ref}
          label={answers ? `Reply to ${answers.authorName}` : 'Comment'}
          autosize
          minRows={2}
          value={body}
          onChange={({ currentTarget }) => setBody(currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && send(event)}
          autoFocus={answers !== undefined}
        />
        <Group justify="space-between" gap="xs">
          {answers ? (
            <Visibility visibility={answers.visibility} />
          ) : (
            <Checkbox size="xs" label="Share with the vendor" checked={isShared} onChange={() => setShared(!isShared)} />
          )}
          <Group gap="xs">
            {onDone && (
              <Button size="xs" variant="default" onClick={onDone}>
                Cancel
              </Button>
            )}
            <Button size="xs" type="submit" disabled={!body.trim()} loading={add.isPending}>
              {answers ? 'Reply' : 'Add comment'}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
