import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../../api/hooks';
import { Confirm } from '../../components/confirm';
import { useFocusReturn } from '../../components/focus';
import { many } from '../../components/format';
import { notify } from '../../components/notify';
import { IconCheck } from '../../theme/icons';
import type { Question } from './review';
import { ApproveCompliantDocument } from './review.generated';

/** Approves what complies and nobody has decided on, after saying what that is. */
export function ApproveCompliant({ assessmentId, questions }: { assessmentId: string; questions: readonly Question[] }) {
  const [isAsked, setAsked] = useState(false);
  const approve = useApiMutation(ApproveCompliantDocument);
  const undecided = questions.filter(({ response }) => !response?.review);
  const compliant = undecided.filter(({ response }) => response?.isCompliant).length;
  const left = undecided.length - compliant;
  if (compliant === 0 && !isAsked) return null;
  const run = () =>
    approve.mutate(
      { input: { id: assessmentId } },
      {
        onSuccess: () => {
          setAsked(false);
          notify(`${many(compliant, 'answer')} approved`);
        },
      },
    );
  return (
    <>
      <Button
        size="xs"
        variant="default"
        fullWidth
        mb="sm"
        leftSection={<IconCheck size={14} aria-hidden />}
        disabled={compliant === 0}
        onClick={() => setAsked(true)}
      >
        Approve all that comply ({compliant})
      </Button>
      {isAsked && (
        <Asked
          compliant={compliant}
          left={left}
          onClose={() => setAsked(false)}
          onConfirm={run}
          isPending={approve.isPending}
          error={approve.error}
        />
      )}
    </>
  );
}

interface AskedProps {
  compliant: number;
  left: number;
  onClose: () => void;
  onConfirm: () => void;
  isPending: boolean;
  error: unknown;
}

function Asked({ compliant, left, ...rest }: AskedProps) {
  useFocusReturn(); // the button may be gone
  return (
    <Confirm title="Approve all that comply" action={`Approve ${many(compliant, 'answer')}`} colour="brand" opened {...rest}>
      <Text size="sm">
        This approves {many(compliant, 'answer')} that {compliant === 1 ? 'complies' : 'comply'} and that nobody has decided on yet, in your
        name. The score stays the same, and you can still change each decision.
      </Text>
      <Text size="sm" mt="xs">
        {left === 0
          ? 'No other answer is waiting for a decision.'
          : `${many(left, 'other answer')} ${left === 1 ? 'is' : 'are'} left for you to decide: not compliant or not scored.`}
      </Text>
    </Confirm>
  );
}
