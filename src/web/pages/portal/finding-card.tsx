import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { RemediationState } from '../../api/enums.generated';
import { SeverityBadge, ToneBadge } from '../../components/badges';
import { DateText } from '../../components/date-text';
import { DefinitionList } from '../../components/definition-list';
import { DueDay } from '../../components/due-day';
import { FINDING_STATUSES, type Tone } from '../../theme/tones';
import { REMEDIATION_STATES } from '../findings/finding-labels';
import { FindingAnswer } from './finding-answer';
import { FindingFiles } from './finding-files';
import type { Link } from './portal';
import classes from './portal.module.css';
import type { PortalRemediationQuery } from './remediation.generated';
import { Threads } from './conversation';

export type SentFinding = PortalRemediationQuery['portalRemediation']['findings'][number];

/** The states as the vendor sees them. */
const LABELS: Record<RemediationState, string> = {
  SENT: 'Waiting for your answer',
  ANSWERED: 'Answered',
  SENT_BACK: 'Sent back to you',
  ACCEPTED: 'Closed',
};

const ANSWERS = { PLANNED: 'We will fix it', DONE: 'It is fixed', DISAGREE: 'We disagree' };

interface FindingCardProps {
  finding: SentFinding;
  link: Link;
  organization: string;
  reread: () => Promise<unknown>;
}

/** A finding with what the vendor says about it. */
export function FindingCard({ finding, link, organization, reread }: FindingCardProps) {
  const { id, title, description, severity, status, dueOn, state, answer, comments } = finding;
  const isOpen = status === 'OPEN';
  const isWaiting = state === 'SENT' || state === 'SENT_BACK';
  // While something is typed the form stays, whatever colleagues and the other side do meanwhile.
  const [isChanging, setChanging] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const [answers, setAnswers] = useState(0);
  useEffect(() => {
    if (answers > 0) heading.current?.focus(); // the form is gone
  }, [answers]);
  const onAnswered = async () => {
    await reread();
    setChanging(false);
    setAnswers(answers + 1);
  };
  return (
    <Paper component="section" withBorder p={{ base: 'sm', sm: 'lg' }} aria-labelledby={`title-${id}`}>
      <Stack gap="md">
        <Stack gap={6}>
          <Title ref={heading} order={2} size="h3" id={`title-${id}`} tabIndex={-1} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          <Group gap="md">
            <ToneBadge tone={isOpen ? toneOf(state) : FINDING_STATUSES[status]} />
            <SeverityBadge severity={severity} />
            {isOpen && dueOn && (
              <Text size="sm">
                Due <DueDay day={dueOn} />
              </Text>
            )}
          </Group>
        </Stack>
        {description && <p className={classes.answer}>{description}</p>}
        {answer && !(isOpen && (isWaiting || isChanging)) && <Said finding={finding} />}
        <FindingFiles finding={finding} link={link} isReadOnly={!isOpen} onChange={reread} />
        {comments.length > 0 && (
          <Stack gap="sm">
            <Title order={3} size="h4">
              Comments
            </Title>
            <Threads comments={comments} />
          </Stack>
        )}
        {isOpen &&
          (isWaiting || isChanging ? (
            <FindingAnswer
              finding={finding}
              link={link}
              organization={organization}
              onAnswered={onAnswered}
              onTyped={() => setChanging(true)}
              onCancel={isWaiting ? undefined : () => setChanging(false)}
            />
          ) : (
            <Group>
              <Button variant="default" onClick={() => setChanging(true)}>
                Change answer or add a comment
              </Button>
            </Group>
          ))}
      </Stack>
    </Paper>
  );
}

const toneOf = (state: RemediationState): Tone => ({ ...REMEDIATION_STATES[state], label: LABELS[state] });

function Said({ finding: { answer, plan, plannedFor } }: { finding: SentFinding }) {
  const items: [string, ReactNode][] = [['Your answer', ANSWERS[answer!]]];
  if (plan)
    items.push([
      'Plan',
      <span key="plan" className={classes.answer}>
        {plan}
      </span>,
    ]);
  if (plannedFor) items.push(['Planned for', <DateText key="for" value={plannedFor} />]);
  return <DefinitionList items={items} />;
}
