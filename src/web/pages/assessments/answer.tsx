import { Text } from '@mantine/core';
import type { QuestionType } from '../../api/enums.generated';
import { many } from '../../components/format';
import { answerText } from './assessment-labels';

interface AnswerProps {
  type: QuestionType;
  response:
    | { value: unknown; isNotApplicable: boolean; notApplicableReason: string | null; comment: string | null; evidence: readonly unknown[] }
    | null
    | undefined;
}

/** The vendor's answer, and what the vendor added to it. */
export function Answer(props: AnswerProps) {
  const comment = props.response?.comment;
  return (
    <>
      <Value {...props} />
      {comment && (
        <Text span inherit display="block" c="dimmed" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          Comment: {comment}
        </Text>
      )}
    </>
  );
}

function Value({ type, response }: AnswerProps) {
  const text = response && answerText(type, response.value);
  if (text)
    return (
      <Text span inherit style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Text>
    );
  if (response?.isNotApplicable) {
    return (
      <Text span inherit style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        <Text span inherit fs="italic">
          Not applicable
        </Text>
        {response.notApplicableReason ? (
          `: ${response.notApplicableReason}`
        ) : (
          <Text span inherit c="dimmed">
            , no reason given
          </Text>
        )}
      </Text>
    );
  }
  const files = response?.evidence.length ?? 0;
  if (type === 'FILE_UPLOAD' && files > 0) return many(files, 'file');
  return (
    <Text span inherit c="dimmed" fs="italic">
      Not answered
    </Text>
  );
}
