import { Alert, Anchor, List, Text } from '@mantine/core';
import { sentence } from '../api/error';
import { IconAlertCircle } from '../theme/icons';
import { many } from './format';

/** An error in a file. */
export interface Fault {
  /** From 1. */
  line?: number;
  /** Where it is, in words: Section 2, question 3, options. */
  place?: string;
  message: string;
}

interface FaultListProps {
  faults: readonly Fault[];
  /** Scrolls to the line. */
  onLine?: (line: number) => void;
}

const MOST = 50;

/** The errors in a file, each with its place. */
export function FaultList({ faults, onLine }: FaultListProps) {
  if (faults.length === 0) return null;
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      icon={<IconAlertCircle aria-hidden />}
      title={`${many(faults.length, 'error')} in this file`}
    >
      <List size="sm" spacing={4}>
        {faults.slice(0, MOST).map(({ line, place, message }, i) => (
          <List.Item key={i}>
            {line !== undefined && <Line line={line} onLine={onLine} />}
            {place && (
              <Text span fw={600} size="sm">
                {place}:{' '}
              </Text>
            )}
            {place ? message : sentence(message)}
          </List.Item>
        ))}
      </List>
      {faults.length > MOST && (
        <Text size="sm" mt="xs">
          and {many(faults.length - MOST, 'more', 'more')}
        </Text>
      )}
    </Alert>
  );
}

function Line({ line, onLine }: { line: number; onLine?: (line: number) => void }) {
  const words = `Line ${line}`;
  return (
    <>
      {onLine ? (
        <Anchor component="button" type="button" size="sm" onClick={() => onLine(line)}>
          {words}
        </Anchor>
      ) : (
        words
      )}
      {' · '}
    </>
  );
}
