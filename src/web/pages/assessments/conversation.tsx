import { Button, Checkbox, Group, Paper, Stack, Text, Textarea } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, type Ref, useState } from 'react';
import type { CommentVisibility } from '../../api/enums.generated';
import { useApiMutation } from '../../api/hooks';
import { DateText } from '../../components/date-text';
import { EmptyState } from '../../components/empty-state';
import { ErrorBox } from '../../components/error-box';
import { IconLock, IconUsers } from '../../theme/icons';
import { AddCommentDocument, AddFindingCommentDocument } from './conversation.generated';

interface Comment {
  id: string;
  parentId: string | null;
  authorName: string;
  authorType: string;
  visibility: CommentVisibility;
  createdAt: string;
  body: string;
}

/** What is commented on. */
type Subject = { assessmentId: string } | { findingId: string };

interface ConversationProps {
  of: Subject;
  comments: readonly Comment[];
  mayComment: boolean;
  /** The level of replies, from 0, that can't be replied to; there is none by default. */
  lastLevel?: number;
}

/** The comment threads: internal to the team, or shared with the vendor. */
export function Conversation({ of, comments, mayComment, lastLevel }: ConversationProps) {
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
        <Thread key={comment.id} comment={comment} all={comments} of={of} mayComment={mayComment} lastLevel={lastLevel} />
      ))}
      {mayComment && <CommentForm of={of} />}
    </Stack>
  );
}

/** Deeper threads are not indented further. */
const MOST_INDENTED = 4;

function Thread({
  comment,
  all,
  of,
  mayComment,
  lastLevel,
  level = 0,
}: Omit<ConversationProps, 'comments'> & {
  comment: Comment;
  all: readonly Comment[];
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
        {mayComment && level !== lastLevel && !isAnswering && (
          <Button variant="subtle" size="compact-xs" mt={4} onClick={() => setAnswering(true)}>
            Reply
          </Button>
        )}
      </Paper>
      {isAnswering && <CommentForm of={of} answers={comment} onDone={() => setAnswering(false)} />}
      {all
        .filter(({ parentId }) => parentId === id)
        .map((reply) => (
          <Thread key={reply.id} comment={reply} all={all} of={of} mayComment={mayComment} lastLevel={lastLevel} level={level + 1} />
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
  of: Subject;
  /** A reply has the same audience as the comment it answers. */
  answers?: Comment;
  onDone?: () => void;
  /** Prepended to the comment, to say what it is about. */
  about?: string;
  ref?: Ref<HTMLTextAreaElement>;
}

export function CommentForm({ of, answers, onDone, about, ref }: CommentFormProps) {
  const [body, setBody] = useState('');
  const [isShared, setShared] = useState(false);
  const settings = {
    onSuccess: () => {
      setBody('');
      onDone?.();
    },
  };
  const toAssessment = useApiMutation(AddCommentDocument, settings);
  const toFinding = useApiMutation(AddFindingCommentDocument, settings);
  const add = 'findingId' in of ? toFinding : toAssessment;
  const send = (event: FormEvent | KeyboardEvent) => {
    event.preventDefault();
    if (!body.trim() || add.isPending) return;
    const text = about ? `${about}\n${body}` : body;
    const readers: CommentVisibility = isShared ? 'SHARED' : 'INTERNAL';
    const said = { body: text, ...(answers ? { parentId: answers.id } : { visibility: readers }) };
    if ('findingId' in of) toFinding.mutate({ input: { ...of, ...said } });
    else toAssessment.mutate({ input: { ...of, ...said } });
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
