import { Text } from '@mantine/core';
import type { QuestionType } from '../../api/enums.generated';
import { many } from '../../components/format';
import { answerText } from './assessment-labels';

interface AnswerProps {
  type: QuestionType;
  response:
    { value: unknown; isNotApplicable: boolean; notApplicableReason: string | null; evidence: readonly unknown[] } | null | undefined;
}

/** The vendor's answer. */
export function Answer({ type, response }: AnswerProps) {
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
