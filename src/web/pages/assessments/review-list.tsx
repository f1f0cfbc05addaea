import { Progress, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import type { ReviewDecisionKind } from '../../api/enums.generated';
import { type Icon, IconCheck, IconHelp, IconPoint, IconX } from '../../theme/icons';
import { paint } from '../../theme/tones';
import type { Question } from './review';
import classes from './review.module.css';
import { DECISIONS, UNDECIDED } from './assessment-labels';

const ICONS: Record<ReviewDecisionKind, Icon> = { APPROVED: IconCheck, REJECTED: IconX, CLARIFICATION_REQUESTED: IconHelp };

interface QuestionListProps {
  questions: readonly Question[];
  currentId: string;
  onChoose: (question: Question) => void;
  /** What can be done for several at once. */
  children?: ReactNode;
}

/** All questions with their decisions. */
export function QuestionList({ questions, currentId, onChoose, children }: QuestionListProps) {
  const decided = questions.filter(({ response }) => response?.review).length;
  const sections = [...new Set(questions.map(({ section }) => section))];
  const list = useRef<HTMLDivElement>(null);
  const current = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Scrolls only the list: scrollIntoView would also scroll the page when the list is below.
    if (list.current && current.current) list.current.scrollTop = current.current.offsetTop - list.current.clientHeight / 2;
  }, [currentId]);
  return (
    <nav className={classes.side} aria-label="Questions">
      <Text size="sm" mb={4}>
        {decided} of {questions.length} decided
      </Text>
      <Progress value={questions.length === 0 ? 0 : (100 * decided) / questions.length} size="sm" mb="sm" aria-label="Decided" />
      {children}
      <div ref={list} className={classes.list}>
        {sections.map((section) => (
          <section key={section} aria-label={section}>
            <Text size="xs" fw={600} c="dimmed" className={classes.section}>
              {section}
            </Text>
            <ol>
              {questions
                .filter((question) => question.section === section)
                .map((question) => {
                  const isCurrent = question.id === currentId;
                  return (
                    <li key={question.id}>
                      <UnstyledButton
                        ref={isCurrent ? current : undefined}
                        className={classes.item}
                        aria-current={isCurrent || undefined}
                        onClick={() => onChoose(question)}
                      >
                        <State decision={question.response?.review?.decision} />
                        <span>
                          {question.order}. {question.text}
                        </span>
                      </UnstyledButton>
                    </li>
                  );
                })}
            </ol>
          </section>
        ))}
      </div>
    </nav>
  );
}

function State({ decision }: { decision: ReviewDecisionKind | undefined }) {
  const { colour, label } = decision ? DECISIONS[decision] : UNDECIDED;
  const Mark = decision ? ICONS[decision] : IconPoint;
  return (
    <span title={label}>
      <Mark size={16} aria-hidden style={{ color: paint(colour) }} />
      <VisuallyHidden>{label}:</VisuallyHidden>
    </span>
  );
}
