import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { queryOf } from '../api/hooks';
import { dayOf, momentOn } from './day';
import { DayField } from './day-field';
import { dateTime, TIME_ZONE } from './format';
import { RecordedSinceDocument } from './moment.generated';

interface MomentFormProps {
  chosen?: string;
  /** The button's label. */
  action: string;
  onChoose: (moment: string) => void;
}

/** A day and, if wanted, a time since the record began. */
export function MomentForm({ chosen, action, onChoose }: MomentFormProps) {
  const known = chosen !== undefined && !Number.isNaN(Date.parse(chosen)) ? chosen : undefined;
  const [day, setDay] = useState(known ? dayOf(known) : '');
  const [time, setTime] = useState('');
  const [problem, setProblem] = useState<string>();
  const since = useQuery(queryOf(RecordedSinceDocument, {})).data?.recordedSince;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemOf(day, time, since);
    setProblem(found);
    if (!found) onChoose(momentOn(day, time));
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="xs">
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <DayField
            label="Date"
            min={since && dayOf(since)}
            max={dayOf(new Date().toISOString())}
            value={day}
            error={problem !== undefined}
            aria-describedby="moment-help"
            onChange={({ currentTarget }) => setDay(currentTarget.value)}
            flex={1}
          />
          <TextInput
            type="time"
            label="Time (optional)"
            value={time}
            aria-describedby="moment-help"
            onChange={({ currentTarget }) => setTime(currentTarget.value)}
            flex={1}
          />
        </Group>
        {problem && (
          <Text size="xs" c="var(--mantine-color-error)" role="alert">
            {problem}
          </Text>
        )}
        <Text id="moment-help" size="xs" c="dimmed">
          Time zone: {TIME_ZONE}. Without a time, you see the end of the day.
          {since && ` The record begins on ${firstMinute(since)}.`}
        </Text>
        <Button type="submit" size="xs">
          {action}
        </Button>
      </Stack>
    </form>
  );
}

/** The first whole minute of the record: times are entered without seconds. */
const firstMinute = (since: string) => dateTime(new Date(Math.ceil(Date.parse(since) / 60_000) * 60_000).toISOString());

/** Why a moment can't be shown. The server has the last word. */
function problemOf(day: string, time: string, since: string | undefined): string | undefined {
  if (!day) return 'Enter a date';
  const moment = momentOn(day, time);
  const now = new Date().toISOString();
  if (moment > now) return !time && day === dayOf(now) ? 'Today isn’t over: enter a time' : 'This is in the future';
  if (since && moment < since) return `The record begins on ${firstMinute(since)}`;
  return undefined;
}
